#pragma once
#include <string_view>

namespace regard::explain {

// What explain_page.cpp puts into its page beside the data and the script of heatmaps.

inline constexpr std::string_view kExplainStyle = R"(
body{max-width:64rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem;margin:.5rem 0 1rem}
dt{color:var(--muted)}dd{margin:0;overflow-wrap:anywhere;min-width:0}
form{position:sticky;top:0;display:grid;grid-template-columns:repeat(auto-fit,minmax(10rem,1fr));gap:.2rem 1.2rem;padding:.5rem 0;background:var(--paper);border-bottom:1px solid var(--edge);z-index:1}
label{display:block;min-width:0;font-size:.9rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
label[hidden]{display:none}
input[type=range]{width:100%;display:block}
nav button{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--edge);border-radius:4px;padding:.2rem .8rem}
h2{margin:1rem 0 .2rem}
.part{color:var(--muted)}
math{font-size:1.25rem}
.formula,.scroll{overflow-x:auto;overflow-y:hidden;padding:.3rem 0}
#cite{overflow-x:auto;font-size:.85rem;color:var(--muted);margin:.3rem 0}
#value{min-height:1.6em;font-weight:bold}
table{border-collapse:collapse}
th,td{text-align:right;padding:.1rem .8rem .1rem 0;border-bottom:1px solid var(--edge)}
th:first-child,td:first-child{text-align:left}
.map .token{fill:none;stroke:#d55e00;stroke-width:1.5;stroke-dasharray:4 3;pointer-events:none}
)";

inline constexpr std::string_view kExplainControls = R"(<form>
<label>step <span id="stepname"></span><input type="range" id="step" min="0"/></label>
<label id="tokens">token <span id="tokenname"></span><input type="range" id="token" min="0"/></label>
<label id="layers">layer <span id="layername"></span><input type="range" id="layer" min="0"/></label>
<label id="heads">head <span id="headname"></span><input type="range" id="head" min="0"/></label>
</form>
<nav><button type="button" id="back">← back</button> <button type="button" id="next">next →</button>
<span class="part">or the arrow keys; Tab reaches the sliders and the map</span></nav>
<main>
<h2><span class="part" id="part"></span> <span id="title"></span></h2>
<p id="meaning"></p>
<div class="formula"><math display="block" id="formula"></math></div>
<p id="cite"></p>
<p id="value" role="status"></p>
<div class="scroll"><svg id="map" class="map" tabindex="0" role="img"></svg></div>
<div class="scroll" id="table"></div>
<p class="part" id="rest"></p>
</main>
<noscript><p>A script of this page draws the numbers, but scripts are disabled.</p></noscript>
)";

inline constexpr std::string_view kExplainScript = R"(
const data = JSON.parse(document.getElementById('data').textContent);
const byId = id => document.getElementById(id);
const sliders = {step: byId('step'), token: byId('token'), layer: byId('layer'), head: byId('head')};
const isExample = step => step.part === 'worked examples';
const steps = data.steps.filter(step => !isExample(step));
if (data.output) {
  steps.push({part: 'output', title: 'logits and probabilities', table: 'output', rows: 'target', file: 'src/training/nn/linear.h',
              line: 'torch::Tensor forward(const torch::Tensor& states) { return ops::affine(states, weight, bias); }',
              meaning: 'The output layer gives every token of the vocabulary a logit; the softmax makes them probabilities. The most probable ones:',
              formula: '<mrow><mi>P</mi><mo>=</mo><mi>softmax</mi><mo>(</mo><mi>W</mi><mi>s</mi><mo>+</mo><mi>b</mi><mo>)</mo></mrow>'});
  steps.push({part: 'output', title: 'beam', table: 'beam', rows: 'target', file: 'src/training/module_search/steps.cpp',
              line: 'log_probs.push_back(output.logits.log_softmax(-1, torch::kFloat32));',
              meaning: 'What beam search keeps at this step, best first: the prefix, and the probability of its last token. Finished ones have ended here.',
              formula: '<mrow><mi>log</mi><mi>P</mi><mo>(</mo><mi>y</mi><mo>)</mo><mo>=</mo><mo>∑</mo><mi>log</mi><mi>P</mi><mo>(</mo><msub><mi>y</mi><mi>t</mi></msub><mo>|</mo><msub><mi>y</mi><mrow><mo>&lt;</mo><mi>t</mi></mrow></msub><mo>,</mo><mi>x</mi><mo>)</mo></mrow>'});
}
steps.push(...data.steps.filter(isExample));  // after the user's own sentence
const at = {step: 0, token: 0, layer: 0, head: 0};
const cache = new Map();

// The numbers of a matrix, decoded when they are first shown.
function numbersOf(matrix) {
  if (cache.has(matrix)) return cache.get(matrix);
  const bytes = Uint8Array.from(atob(matrix.data), letter => letter.charCodeAt(0));
  const codes = new Int16Array(bytes.buffer);
  const rows = [];
  for (let i = 0; i < matrix.rows; ++i) {
    rows.push(Array.from(codes.subarray(i * matrix.columns, (i + 1) * matrix.columns),
                         code => code === -32768 ? -1e6 : code / 32767 * matrix.largest));
  }
  cache.set(matrix, rows);
  return rows;
}
const digits = value => value <= -1e5 ? '−10⁶' : value === 0 ? '0' : String(Number(value.toPrecision(4))).replace('-', '−');
// Blue below 0, orange above, white or black at 0.
function signed(value, largest) {
  if (value <= -1e5) return '#888';
  const dark = matchMedia('(prefers-color-scheme:dark)').matches;
  const part = Math.min(1, Math.abs(value) / (largest || 1)), [r, g, b] = value < 0 ? [0, 114, 178] : [213, 94, 0], base = dark ? 30 : 250;
  return `rgb(${[r, g, b].map(c => Math.round(base + part * (c - base))).join()})`;
}
const tokensOf = axis => axis === 'source' ? data.source : data.read;
function limit(name, count) {
  const slider = sliders[name];
  slider.max = Math.max(0, count - 1);
  at[name] = Math.max(0, Math.min(at[name], count - 1));
  slider.value = at[name];
  if (name !== 'step') byId(name + 's').hidden = count < 2;
}
function table(step) {
  const rows = step.table === 'output'
      ? [['token', 'logit', 'log P', 'P'], ...data.output[at.token].map(([token, logit, log]) => [token, digits(logit), digits(log), digits(Math.exp(log))])]
      : [['prefix', 'P of its last token', ''], ...data.beam[at.token].map(([text, p, done]) => [text, digits(p), done ? 'finished' : ''])];
  const made = document.createElement('table');
  rows.forEach((cells, i) => {
    const row = made.insertRow();
    for (const cell of cells) {
      const element = document.createElement(i ? 'td' : 'th');
      element.textContent = cell;
      row.append(element);
    }
  });
  byId('table').replaceChildren(made);
}
function show() {
  limit('step', steps.length);
  const step = steps[at.step], layers = step.layers || [];
  const labels = step.rows === 'number' ? null : tokensOf(step.rows);
  limit('token', step.table === 'beam' ? data.beam.length : labels ? labels.length : 1);
  limit('layer', layers.length);
  const heads = layers.length ? layers[at.layer] : [];
  limit('head', heads.length);
  byId('stepname').textContent = `${at.step + 1} of ${steps.length}`;
  byId('tokenname').textContent = labels ? `${at.token + 1}: ${step.rows === 'target' && data.written ? labels[at.token] + ' → ' + data.written[at.token] : labels[at.token]}` : '';
  byId('layername').textContent = `${at.layer + 1} of ${layers.length}`;
  byId('headname').textContent = `${at.head + 1} of ${heads.length}`;
  byId('part').textContent = step.part + ' ·';
  byId('title').textContent = step.title;
  byId('meaning').textContent = step.meaning;
  byId('formula').innerHTML = step.formula;
  byId('cite').innerHTML = '<code></code>';
  byId('cite').firstChild.textContent = `${step.file}: ${step.line}`;
  byId('value').textContent = '';
  byId('table').replaceChildren();
  byId('rest').textContent = '';
  byId('map').style.display = step.table ? 'none' : 'block';
  keepPlace();
  if (step.table) return table(step);
  const matrix = heads[at.head], weights = numbersOf(matrix);
  const columns = step.columns === 'number' ? weights[0].map((_, j) => j % (weights[0].length > 12 ? 8 : 1) === 0 ? String(j) : '') : tokensOf(step.columns);
  const rows = labels || weights.map((_, i) => String(i));
  const colour = step.isWeight ? null : value => signed(value, matrix.largest);
  drawHeatmap(byId('map'), {name: step.title, rows, columns, weights, colour, rowTitle: step.rows, columnTitle: step.columns === 'number' ? 'numbers' : step.columns},
              Math.min(900, byId('map').parentNode.clientWidth),
              (row, column) => { byId('value').textContent = `${rows[row]}, ${step.columns === 'number' ? column : columns[column]}: ${digits(weights[row][column])}`; });
  if (labels) {
    const cells = [...byId('map').querySelectorAll('rect')].slice(at.token * columns.length, (at.token + 1) * columns.length);
    const first = cells[0], last = cells[cells.length - 1], frame = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
    const edge = name => Number(first.getAttribute(name));
    for (const [name, value] of Object.entries({class: 'token', x: edge('x'), y: edge('y'), height: edge('height'),
         width: Number(last.getAttribute('x')) + edge('width') - edge('x')})) frame.setAttribute(name, value);
    byId('map').append(frame);
  }
  if (weights.length * weights[0].length <= 40) {  // few enough to read, with the digits that books print
    const made = document.createElement('table');
    for (const row of weights) {
      const line = made.insertRow();
      for (const value of row) line.insertCell().textContent = value.toFixed(4).replace('-', '−');
    }
    byId('table').replaceChildren(made);
  }
  if (matrix.all > matrix.columns) byId('rest').textContent = `The first ${matrix.columns} of ${matrix.all} numbers of each row.`;
}
// In the address, so that a link leads here; a page within another has none of its own.
function keepPlace() {
  try {
    history.replaceState(null, '', '#' + ['step', 'token', 'layer', 'head'].map(name => at[name]).join('.'));
  } catch {}
}
function go(name, by) {
  at[name] = Math.max(0, Math.min(Number(sliders[name].max), at[name] + by));
  show();
}
for (const name in sliders) {
  sliders[name].addEventListener('input', () => { at[name] = Number(sliders[name].value); show(); });
}
byId('back').addEventListener('click', () => go('step', -1));
byId('next').addEventListener('click', () => go('step', 1));
document.addEventListener('keydown', event => {
  if (event.target.closest('input,#map') || event.ctrlKey || event.altKey || event.metaKey) return;
  const move = {ArrowLeft: ['step', -1], ArrowRight: ['step', 1], ArrowUp: ['token', -1], ArrowDown: ['token', 1]}[event.key];
  if (!move) return;
  event.preventDefault();
  go(...move);
});
addEventListener('resize', show);
location.hash.slice(1).split('.').forEach((value, i) => { at[['step', 'token', 'layer', 'head'][i]] = Number(value) || 0; });
show();
)";

}  // namespace regard::explain
