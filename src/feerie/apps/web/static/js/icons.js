// Icons of buttons, as drawings of 24 by 24 in the colour of the text.

const PATHS = {
  'take back': 'M9 5 4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3', hint: 'M9 18h6M10 21h4M8 14a6 6 0 1 1 8 0c-1 1-1 2-1 4H9c0-2 0-3-1-4z',
  flip: 'M8 4v16M8 4 4 8M8 4l4 4M16 20V4M16 20l-4-4M16 20l4-4', draw: 'M4 20 20 4M5 5h3v6M5 11h6M14 14h4a1.5 1.5 0 0 1 0 3l-4 3h5', resign: 'M6 21V4M6 5h11l-3 4 3 4H6',
  rules: 'M4 5c3-1 6-1 8 1 2-2 5-2 8-1v14c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v14', more: 'M5 12h.01M12 12h.01M19 12h.01',
};

/** The icon of an action. */
export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg'), path = document.createElementNS(svg.namespaceURI, 'path');
  const attributes = { viewBox: '0 0 24 24', width: 24, height: 24, fill: 'none', stroke: 'currentColor', 'stroke-width': name === 'more' ? 3.5 : 1.8,
    'stroke-linecap': 'round', 'stroke-linejoin': 'round', 'aria-hidden': 'true' };
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, value);
  path.setAttribute('d', PATHS[name]);
  svg.append(path);
  return svg;
}
