#pragma once
#include <string_view>

namespace regard::report {

// What attention_page.cpp puts into its page beside the data.

inline constexpr std::string_view kAttentionStyle = R"(
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem;margin:.5rem 0 1rem}
dt{color:var(--muted)}dd{margin:0}
form{display:flex;flex-wrap:wrap;gap:.5rem 1.2rem;margin:1rem 0}
label{display:flex;gap:.4rem;align-items:baseline}
select{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--edge);padding:.2rem}
#map{display:block;outline-offset:2px;margin-bottom:.8rem}
#map text{fill:var(--ink);font-size:12px}
#map .title{fill:var(--muted)}
#map .frame{fill:none;stroke:var(--muted)}
#map .cursor{fill:none;stroke:#d55e00;stroke-width:2.5;pointer-events:none}
#value{min-height:1.6em;font-weight:bold}
)";

inline constexpr std::string_view kAttentionControls = R"(<form>
<label>attention <select id="kind"></select></label>
<label>layer <select id="layer"></select></label>
<label>head <select id="head"></select></label>
</form>
<p id="value" role="status">Point at a cell, or press Tab and walk with the arrow keys.</p>
<svg id="map" tabindex="0" role="img"></svg>
<noscript><p>The maps are drawn by a script of this page, which is switched off.</p></noscript>
)";

inline constexpr std::string_view kAttentionScript = R"(
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const byId = id => document.getElementById(id);
const kind = byId('kind'), layer = byId('layer'), head = byId('head');
const map = byId('map'), value = byId('value');
let shown, weights, cell, left, top_, cursor, at = null;

function fill(select, names) {
  const old = select.value;
  select.replaceChildren(...names.map((name, i) => new Option(name, i)));
  if (old !== '' && old < names.length) select.value = old;
  select.disabled = names.length < 2;
}
function add(name, attributes, text) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  if (text !== undefined) element.textContent = text;
  return map.appendChild(element);
}
function meanOf(heads) {
  return heads[0].map((row, i) => row.map((_, j) =>
      heads.reduce((sum, rows) => sum + rows[i][j], 0) / heads.length));
}
function choose() {
  shown = data.kinds[kind.value];
  fill(layer, shown.layers.map((_, i) => i + 1));
  const heads = shown.layers[layer.value];
  const names = heads.map((_, i) => i + 1);
  fill(head, heads.length > 1 ? [...names, 'mean of all'] : names);
  weights = head.value < heads.length ? heads[head.value] : meanOf(heads);
  at = null;
  draw();
}
function widest(texts) {
  const context = document.createElement('canvas').getContext('2d');
  context.font = '12px ' + getComputedStyle(document.body).fontFamily;
  return Math.max(...texts.map(text => context.measureText(text).width));
}
function draw() {
  const rows = shown.rows, columns = shown.columns;
  left = widest(rows) + 30;
  top_ = widest(columns) + 30;
  cell = Math.max(15, Math.min(28, (Math.min(720, map.parentNode.clientWidth) - left - 20) / columns.length));
  const width = left + cell * columns.length + 10, height = top_ + cell * rows.length + 10;
  map.replaceChildren();
  map.setAttribute('viewBox', `0 0 ${width} ${height}`);
  map.setAttribute('width', width);
  map.setAttribute('height', height);
  map.setAttribute('aria-label', `${shown.name}: ${rows.length} by ${columns.length} weights`);
  add('text', {class: 'title', x: left + cell * columns.length / 2, y: 14, 'text-anchor': 'middle'}, shown.columnTitle);
  add('text', {class: 'title', 'text-anchor': 'middle',
               transform: `translate(14 ${top_ + cell * rows.length / 2}) rotate(-90)`}, shown.rowTitle);
  rows.forEach((text, i) => add('text', {x: left - 5, y: top_ + cell * (i + .5) + 4, 'text-anchor': 'end'}, text));
  columns.forEach((text, j) => add('text',
      {transform: `translate(${left + cell * (j + .5) + 4} ${top_ - 5}) rotate(-90)`}, text));
  weights.forEach((row, i) => row.forEach((weight, j) => {
    const colour = data.colours[Math.round(Math.min(weight, 1) * (data.colours.length - 1))];
    add('rect', {x: left + cell * j, y: top_ + cell * i, width: cell, height: cell, fill: colour,
                 'shape-rendering': 'crispEdges'});
  }));
  add('rect', {class: 'frame', x: left, y: top_, width: cell * columns.length, height: cell * rows.length});
  cursor = add('rect', {class: 'cursor', width: cell, height: cell, visibility: 'hidden'});
}
function say(row, column) {
  if (!(row in weights) || !(column in weights[row])) return;
  at = [row, column];
  cursor.setAttribute('x', left + cell * column);
  cursor.setAttribute('y', top_ + cell * row);
  cursor.setAttribute('visibility', 'visible');
  value.textContent = `${shown.rows[row]} \u2192 ${shown.columns[column]}: ${weights[row][column].toFixed(3)}`;
}
map.addEventListener('pointermove', event => {
  const box = map.getBoundingClientRect(), scale = map.viewBox.baseVal.width / box.width;
  const x = (event.clientX - box.left) * scale, y = (event.clientY - box.top) * scale;
  say(Math.floor((y - top_) / cell), Math.floor((x - left) / cell));
});
map.addEventListener('focus', () => { if (!at) say(0, 0); });
map.addEventListener('keydown', event => {
  const step = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}[event.key];
  if (!step || !at) return;
  event.preventDefault();
  say(at[0] + step[0], at[1] + step[1]);
});
fill(kind, data.kinds.map(entry => entry.name));
kind.addEventListener('change', choose);
layer.addEventListener('change', choose);
head.addEventListener('change', choose);
addEventListener('resize', () => { draw(); if (at) say(...at); });
choose();
)";

}  // namespace regard::report
