'use strict';
// Shared by the scripts of all pages. The page contains `data`; its `colours` are for weights from 0 to 1.

const data = JSON.parse(document.getElementById('data').textContent);
const byId = id => document.getElementById(id);

// --- Numbers and elements.

const count = number => number.toLocaleString('en');
const minus = text => text.replace('-', '\u2212');
// `digits` decimals; a value that rounds to 0 has no sign.
const fixed = (number, digits) => minus(number.toFixed(digits).replace(/^-(?=[0.]*$)/, ''));

// A text in the language of the page, each {} replaced by a number.
const inWords = (text, ...numbers) => numbers.reduce((told, number) => told.replace('{}', () => number), data.phrases?.[text] ?? text);

function setAttributes(element, attributes) {
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  return element;
}
function element(name, attributes, ...children) {
  const made = setAttributes(document.createElement(name), attributes);
  made.append(...children);
  return made;
}
function svgElement(name, attributes, ...children) {
  const made = setAttributes(document.createElementNS('http://www.w3.org/2000/svg', name), attributes);
  made.append(...children);
  return made;
}
// A table of strings. With `hasHead`, the first row is the header; an empty cell heads nothing.
function tableOf(rows, hasHead) {
  return element('table', {}, element('tbody', {}, ...rows.map((cells, i) =>
      element('tr', {}, ...cells.map(cell => element(hasHead && i === 0 && cell !== '' ? 'th' : 'td', {}, cell))))));
}
let ruler;  // reading the font makes the browser lay out the page, so it is read once
function widest(texts) {
  if (!ruler) {
    ruler = document.createElement('canvas').getContext('2d');
    ruler.font = '12px ' + getComputedStyle(document.body).fontFamily;
  }
  return Math.max(0, ...texts.map(text => ruler.measureText(text).width));
}

// --- Keys.

// Calls act(moves[key]) when a key is pressed outside the controls that handle keys themselves.
function onKeys(moves, act) {
  document.addEventListener('keydown', event => {
    if (event.target.closest('input,select,.map') || event.ctrlKey || event.altKey || event.metaKey) return;
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    act(move);
  });
}

// --- Colors of numbers.

const digits = value => value <= -1e5 ? '−10⁶' : value === 0 ? '0' : minus(String(Number(value.toPrecision(4))));
// Blue below 0, orange above, white or black at 0, gray for a masked score.
function signed(value, largest) {
  if (value <= -1e5) return '#888';
  const base = matchMedia('(prefers-color-scheme:dark)').matches ? 30 : 250;
  const part = Math.min(1, Math.abs(value) / (largest || 1)), colour = value < 0 ? [0, 114, 178] : [213, 94, 0];
  return `rgb(${colour.map(c => Math.round(base + part * (c - base))).join()})`;
}
const gradient = (low, colours, high) =>
    element('div', {class: 'colours'}, low, element('i', {style: `background:linear-gradient(90deg,${colours.join()})`}), high);
// The colors of weights from 0 to 1, and of numbers up to ±largest.
const colourBar = () => gradient('0', data.colours, '1');
const signedBar = largest => gradient(minus('-' + digits(largest)), [-1, 0, 1].map(value => signed(value, 1)), digits(largest));

// --- Weights as a heat map.

// Draws {name, rows, columns, rowTitle, columnTitle, weights} into the <svg> `map`, about `room` pixels wide. For values other than
// weights from 0 to 1, `colour` maps a number to a color. Pointing at a cell, or moving there with the arrow keys, frames it and calls
// onCell(row, column, its element). Returns a function that selects a cell.
function drawHeatmap(map, shown, room, onCell) {
  const {rows, columns, weights} = shown;
  const add = (...made) => map.appendChild(svgElement(...made));
  const left = widest(rows) + 30, top = widest(columns) + 30;
  const cell = Math.max(15, Math.min(28, (room - left - 20) / columns.length));
  const right = left + cell * columns.length, bottom = top + cell * rows.length;
  map.replaceChildren();
  setAttributes(map, {viewBox: `0 0 ${right + 10} ${bottom + 10}`, width: right + 10, height: bottom + 10,
                      'aria-label': inWords('{}: {} by {} weights', shown.name, rows.length, columns.length)});
  add('text', {class: 'title', x: (left + Math.min(right, room)) / 2, y: 14, 'text-anchor': 'middle'}, shown.columnTitle);
  add('text', {class: 'title', 'text-anchor': 'middle', transform: `translate(14 ${(top + bottom) / 2}) rotate(-90)`}, shown.rowTitle);
  rows.forEach((text, i) => add('text', {x: left - 5, y: top + cell * (i + .5) + 4, 'text-anchor': 'end'}, text));
  columns.forEach((text, j) => add('text', {transform: `translate(${left + cell * (j + .5) + 4} ${top - 5}) rotate(-90)`}, text));
  weights.forEach((row, i) => row.forEach((weight, j) => {
    const colour = shown.colour ? shown.colour(weight)
        : data.colours[Math.round(Math.min(weight, 1) * (data.colours.length - 1))];
    add('rect', {x: left + cell * j, y: top + cell * i, width: cell, height: cell, fill: colour, 'shape-rendering': 'crispEdges'});
  }));
  add('rect', {class: 'frame', x: left, y: top, width: right - left, height: bottom - top});
  const cursor = add('rect', {class: 'cursor', width: cell, height: cell, visibility: 'hidden'});
  let at = null;
  const point = (row, column) => {
    if (!(row in weights) || !(column in weights[row])) return;
    at = [row, column];
    setAttributes(cursor, {x: left + cell * column, y: top + cell * row, visibility: 'visible'});
    onCell(row, column, cursor);
  };
  map.onpointermove = event => {
    const box = map.getBoundingClientRect(), scale = map.viewBox.baseVal.width / box.width;
    point(Math.floor(((event.clientY - box.top) * scale - top) / cell),
          Math.floor(((event.clientX - box.left) * scale - left) / cell));
  };
  map.onfocus = () => { if (!at) point(0, 0); };
  map.onkeydown = event => {
    const step = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}[event.key];
    if (!step || !at) return;
    event.preventDefault();
    point(at[0] + step[0], at[1] + step[1]);
  };
  return point;
}
