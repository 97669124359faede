// Python in the browser: Pyodide and the package, which answer what the page asks.
import { loadPyodide } from '../../pyodide/pyodide.mjs';

const place = name => new URL(`../../${name}`, import.meta.url).href;

async function begin() {
  const [python, archive] = await Promise.all([loadPyodide({ indexURL: place('pyodide/') }),
    fetch(place('python/feerie.zip')).then(response => (response.ok ? response.arrayBuffer() : Promise.reject(new Error(response.statusText))))]);
  python.unpackArchive(new Uint8Array(archive), 'zip', { extractDir: '/lib/feerie-site' });
  python.runPython(`
import sys
sys.path.insert(0, "/lib/feerie-site")
from feerie.apps.web.local import Local
local = Local()
`);
  postMessage({ ready: true });
  return python.globals.get('local');
}

addEventListener('unhandledrejection', ({ reason }) => postMessage({ failed: String(reason).slice(-300) }));    // of Pyodide's own, which then waits for ever

const beginning = begin().catch(error => { postMessage({ failed: String(error).slice(-300) }); throw error; });

addEventListener('message', async ({ data: { id, path, body } }) => {
  try {
    const local = await beginning;
    postMessage({ id, ...JSON.parse(local.answer(path, JSON.stringify(body))) });
  } catch (error) {
    postMessage({ id, status: 500, answer: { error: String(error).slice(-300), code: '' } });
  }
});
