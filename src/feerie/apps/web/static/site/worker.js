// Python in the browser: Pyodide and the package, which answer what the page asks.
import { loadPyodide } from '../../pyodide/pyodide.mjs';

const place = name => new URL(`../../${name}`, import.meta.url).href;
const answer = response => (response.ok ? response : Promise.reject(new Error(response.statusText)));

// How much of Python is here is told while it comes, in hundredths. What is fetched is counted unpacked, as the size that
// the site names; a server may send it compressed.
const fetched = globalThis.fetch;
let here = 0, all = Infinity, told = 0;
const size = fetched(place('data/python.json')).then(answer).then(response => response.json()).then(found => { all = found.bytes; }).catch(() => {});

function count(chunk) {
  here += chunk.byteLength;
  const hundredths = Math.min(99, Math.floor(100 * here / all));
  if (hundredths > told) postMessage({ here: told = hundredths });
}

globalThis.fetch = async (...asked) => {
  const response = await fetched(...asked);
  if (!response.body) return response;
  const counted = response.body.pipeThrough(new TransformStream({ transform(chunk, stream) { count(chunk); stream.enqueue(chunk); } }));
  const { status, statusText, headers } = response;
  return new Response(counted, { status, statusText, headers });
};

async function begin() {
  await size;       // first: what comes before it would not be told
  const [python, archive] = await Promise.all([loadPyodide({ indexURL: place('pyodide/') }),
    fetch(place('python/feerie.zip')).then(answer).then(response => response.arrayBuffer())]);
  python.unpackArchive(new Uint8Array(archive), 'zip', { extractDir: '/lib/feerie-site' });
  python.runPython(`
import sys
sys.path.insert(0, "/lib/feerie-site")
from feerie.apps.web.learn.local import Local
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
    postMessage({ id, ...JSON.parse(local.answer(path, JSON.stringify(body ?? null))) });
  } catch (error) {
    postMessage({ id, status: 500, answer: { error: String(error).slice(-300), code: '' } });
  }
});
