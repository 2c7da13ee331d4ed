#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace regard::report {

/// The colours of weights from 0 to 1 for a page's script, in invisibly small steps.
nlohmann::json heatmap_colours();

/// JSON as the content of a <script type="application/json">, which no text in it can end. Bytes
/// that are not UTF-8 become U+FFFD.
std::string safe_in_script(const nlohmann::json& data);

// Weights as a map of coloured cells, for the scripts of pages that show attention. `data.colours`
// must hold the colours from 0 to 1, as script_data.h gives them. This script comes first.

inline constexpr std::string_view kHeatmapStyle = R"(
.map{display:block;outline-offset:2px;max-width:none}
.map text{fill:var(--ink);font-size:12px}
.map .title{fill:var(--muted)}
.map .frame{fill:none;stroke:var(--muted)}
.map .cursor{fill:none;stroke:#d55e00;stroke-width:2.5;pointer-events:none}
)";

inline constexpr std::string_view kHeatmapScript = R"(
'use strict';
function widest(texts) {
  const context = document.createElement('canvas').getContext('2d');
  context.font = '12px ' + getComputedStyle(document.body).fontFamily;
  return Math.max(0, ...texts.map(text => context.measureText(text).width));
}
// Draws {name, rows, columns, rowTitle, columnTitle, weights}, and colour, a function of a number
// where they are no weights from 0 to 1, into the <svg> `map`, about `room`
// pixels wide. Where one points at a cell, or walks there with the arrow keys, it is framed and
// onCell(row, column, its element) called. Returns a function that points at a cell.
function drawHeatmap(map, shown, room, onCell) {
  const {rows, columns, weights} = shown;
  const add = (name, attributes, text) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    if (text !== undefined) element.textContent = text;
    return map.appendChild(element);
  };
  const left = widest(rows) + 30, top = widest(columns) + 30;
  const cell = Math.max(15, Math.min(28, (room - left - 20) / columns.length));
  const right = left + cell * columns.length, bottom = top + cell * rows.length;
  map.replaceChildren();
  map.setAttribute('viewBox', `0 0 ${right + 10} ${bottom + 10}`);
  map.setAttribute('width', right + 10);
  map.setAttribute('height', bottom + 10);
  map.setAttribute('aria-label', `${shown.name}: ${rows.length} by ${columns.length} weights`);
  add('text', {class: 'title', x: (left + right) / 2, y: 14, 'text-anchor': 'middle'},
      shown.columnTitle);
  add('text', {class: 'title', 'text-anchor': 'middle',
               transform: `translate(14 ${(top + bottom) / 2}) rotate(-90)`}, shown.rowTitle);
  rows.forEach((text, i) => add('text', {x: left - 5, y: top + cell * (i + .5) + 4,
                                         'text-anchor': 'end'}, text));
  columns.forEach((text, j) => add('text',
      {transform: `translate(${left + cell * (j + .5) + 4} ${top - 5}) rotate(-90)`}, text));
  weights.forEach((row, i) => row.forEach((weight, j) => {
    const colour = shown.colour ? shown.colour(weight)
        : data.colours[Math.round(Math.min(weight, 1) * (data.colours.length - 1))];
    add('rect', {x: left + cell * j, y: top + cell * i, width: cell, height: cell, fill: colour,
                 'shape-rendering': 'crispEdges'});
  }));
  add('rect', {class: 'frame', x: left, y: top, width: right - left, height: bottom - top});
  const cursor = add('rect', {class: 'cursor', width: cell, height: cell, visibility: 'hidden'});
  let at = null;
  const point = (row, column) => {
    if (!(row in weights) || !(column in weights[row])) return;
    at = [row, column];
    cursor.setAttribute('x', left + cell * column);
    cursor.setAttribute('y', top + cell * row);
    cursor.setAttribute('visibility', 'visible');
    onCell(row, column, cursor);
  };
  map.onpointermove = event => {
    const box = map.getBoundingClientRect(), scale = map.viewBox.baseVal.width / box.width;
    point(Math.floor(((event.clientY - box.top) * scale - top) / cell),
          Math.floor(((event.clientX - box.left) * scale - left) / cell));
  };
  map.onfocus = () => { if (!at) point(0, 0); };
  map.onkeydown = event => {
    const step = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1],
                  ArrowRight: [0, 1]}[event.key];
    if (!step || !at) return;
    event.preventDefault();
    point(at[0] + step[0], at[1] + step[1]);
  };
  return point;
}
)";

}  // namespace regard::report
