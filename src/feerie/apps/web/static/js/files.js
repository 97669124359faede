// Files to and from the user's machine.
import { LARGEST_BODY, reach, refusal } from './api.js';
import { element } from './dom.js';
import { language } from './texts.js';

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

/** The bytes of a file in base64. */
export const inBase64 = file => new Promise((resolve, reject) => {
  const reader = new FileReader();
  reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(',') + 1));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(file);
});

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
