// Files to and from the user's machine.
import { LARGEST_BODY, reach, Refusal, refusal } from './api.js';
import { element } from './dom.js';
import { language, text } from './texts.js';

/** Download what the server answers; gives the names of the fields that the format does not hold. */
export async function download(path, body = null) {
  const headers = { 'Accept-Language': language, ...body && { 'Content-Type': 'application/json' } };
  const response = await reach(path, { headers, ...body && { method: 'POST', body: JSON.stringify(body) } });
  if (!response.ok) throw refusal(response, await response.json().catch(() => ({})));
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') || '')?.[1] || 'problem';
  const address = URL.createObjectURL(await response.blob());
  const link = element('a', { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
  return JSON.parse(response.headers.get('X-Lost') || '[]');
}

/** Send a file as it is; `sent(share)`: how much of it has gone, `told(line)`: a line of JSON of the answer. Resolves when all has been
 *  answered; throws Refusal. The browser reads the file from the disk while it sends it. */
export function send(path, file, sent, told) {
  return new Promise((resolve, reject) => {
    const asking = new XMLHttpRequest();
    let read = 0;
    const lines = () => {
      for (let end; asking.status === 200 && (end = asking.responseText.indexOf('\n', read)) >= 0; read = end + 1) told(JSON.parse(asking.responseText.slice(read, end)));
    };
    asking.open('POST', path);
    asking.setRequestHeader('Accept-Language', language);
    asking.setRequestHeader('Content-Type', 'application/octet-stream');
    asking.upload.addEventListener('progress', ({ loaded, total }) => sent(total ? loaded / total : 0));
    asking.addEventListener('progress', lines);
    asking.addEventListener('error', () => reject(new Refusal(text('no server'), 0, '')));
    asking.addEventListener('load', () => {
      lines();
      if (asking.status === 200) resolve();
      else {
        let answer = {};
        try { answer = JSON.parse(asking.responseText); } catch { /* the status says enough */ }
        reject(refusal(asking, answer));
      }
    });
    asking.send(file);
  });
}

/** A button that lets the user choose a file; `read(text, name, file)` gets what is in it, and the file itself. */
export function fileChooser(label, accept, read) {
  const input = element('input', { type: 'file', accept, class: 'unseen', tabindex: '-1', 'aria-hidden': 'true' });
  input.addEventListener('change', async () => {
    const [file] = input.files;
    if (!file) return;
    const bytes = new Uint8Array(await file.slice(0, LARGEST_BODY + 1).arrayBuffer());     // what is cut off is too large to be sent
    let content;
    try {
      content = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      content = new TextDecoder('windows-1252').decode(bytes);
    }
    input.value = '';
    read(content, file.name, file);
  });
  return element('span', {}, input, element('button', { type: 'button', onclick: () => input.click() }, label));
}
