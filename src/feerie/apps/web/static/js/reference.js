// The OpenAPI page: the operations and schemas of the server's own description.
import { element } from './dom.js';

const main = document.getElementById('main');
const description = await (await fetch('/api/openapi.json')).json();
for (const [path, operations] of Object.entries(description.paths))
  for (const [method, operation] of Object.entries(operations))
    main.append(element('section', {},
      element('h2', {}, element('code', {}, `${method.toUpperCase()} ${path}`)),
      element('p', {}, operation.description || operation.summary || ''),
      element('pre', { tabindex: 0 }, JSON.stringify({ parameters: operation.parameters, body: operation.requestBody }, null, 1))));
main.append(element('h2', {}, 'Schemas'), element('pre', { tabindex: 0 }, JSON.stringify(description.components.schemas, null, 1)));
