#pragma once
#include <string_view>

namespace regard::report {

// What film_page.cpp puts into its page beside the data and script_data.h.

inline constexpr std::string_view kFilmStyle = R"(
body{max-width:80rem}
h1{margin:.2rem 0 .4rem}
h2{margin:1rem 0 .2rem;overflow-wrap:anywhere}
h3{font-size:.9rem;font-weight:normal;color:var(--muted);margin:1rem 0 .2rem}
form{position:sticky;top:0;z-index:1;padding:.5rem 0;background:var(--paper);border-bottom:1px solid var(--edge)}
.controls{display:flex;flex-wrap:wrap;align-items:center;gap:.3rem 1.2rem}
.controls fieldset{display:flex;gap:.2rem 1rem;border:0;margin:0;padding:0;min-width:0}
.controls [hidden]{display:none}
#now{font-weight:bold;min-width:8rem}
input[type=range]{display:block;width:100%;margin:.5rem 0}
label{max-width:100%}
button,select{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--muted);border-radius:4px;padding:.2rem .6rem;max-width:100%}
button{min-width:5.5rem;cursor:pointer}
.keys,.said,.run .facts{color:var(--muted)}
.keys{font-size:.875rem;margin:.3rem 0 0}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:.5rem 0}
dt{color:var(--muted)}dd{margin:0;overflow-wrap:anywhere;min-width:0}
.runs{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:0 2.5rem}
.run{min-width:0;break-inside:auto}
.translation{font-size:1.1rem;min-height:3.3rem;margin:.4rem 0;overflow-wrap:anywhere}
.value{min-height:1.6em;margin:.2rem 0;font-weight:bold;overflow-wrap:anywhere}
.pictures{display:flex;flex-wrap:wrap;gap:0 1.2rem}
.pictures>*{flex:1 1 16rem;min-width:0}
.charts h3:first-child{margin-top:0}
.scroll{overflow-x:auto;overflow-y:hidden}
.chart text{fill:var(--ink);font-size:12px}
.chart .muted{fill:var(--muted)}
.chart .grid{stroke:var(--edge)}
.chart .bar{fill:#0072b2}
.chart .line{fill:none;stroke:#0072b2;stroke-width:2}
.chart .now{fill:#d55e00;stroke:var(--paper);stroke-width:1.5}
@media screen and (prefers-color-scheme:dark){.chart .bar{fill:#56b4e9}.chart .line{stroke:#56b4e9}}
)";

inline constexpr std::string_view kFilmControls = R"(<form>
<div class="controls">
<button type="button" id="play">▶ play</button>
<span id="now" role="status"></span>
<fieldset id="axes" aria-label="What the slider counts"><label><input type="radio" name="axis" value="step" checked/> same step</label>
<label><input type="radio" name="axis" value="seconds"/> same second</label></fieldset>
<label id="sentences">sentence <select id="sentence"></select></label>
</div>
<input type="range" id="moment" min="0" aria-label="Moment of the training"/>
</form>
<p class="keys">The arrow keys move the slider; in a map, reached by Tab, they go from cell to cell. Of a map, dark cells are weights near 0, and yellow ones near 1.</p>
<dl><dt>source</dt><dd id="source"></dd><dt>reference</dt><dd id="reference"></dd></dl>
<noscript><p>A script of this page draws the film, but scripts are disabled.</p></noscript>
)";

/// Of each run, below its name.
inline constexpr std::string_view kFilmOfRun = R"(<p class="facts"></p>
<p class="translation"></p>
<p class="value"></p>
<div class="pictures">
<div class="scroll"><svg class="map" tabindex="0" role="img"></svg></div>
<div class="charts">
<h3>gradient norm by layer, before clipping</h3>
<svg class="chart bars" role="img"></svg>
<h3 class="over"></h3>
<svg class="chart curve" role="img"></svg>
</div>
</div>
)";

inline constexpr std::string_view kFilmScript = R"(
const data = JSON.parse(document.getElementById('data').textContent);
const byId = id => document.getElementById(id);
const slider = byId('moment'), sentence = byId('sentence'), play = byId('play');
const panels = [...document.querySelectorAll('.run')].map((section, i) => ({
  run: data.runs[i], part: name => section.querySelector('.' + name), at: null}));
const several = panels.length > 1;
let axis = 'step', moments = [], timer = null;

const count = number => number.toLocaleString('en');
const short = value => Number(value.toPrecision(3)).toString().replace('-', '−');
function time(seconds) {
  if (seconds < 120) return `${seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(1)} s`;
  return `${count(Math.floor(seconds / 60))} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`;
}
function add(parent, name, attributes, text) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  if (text !== undefined) element.textContent = text;
  return parent.appendChild(element);
}
function clear(chart, width, height, label) {
  chart.replaceChildren();
  for (const [key, value] of Object.entries({viewBox: `0 0 ${width} ${height}`, width, height, 'aria-label': label})) chart.setAttribute(key, value);
}
// A logarithmic axis over the positive ones of `values`, from pixel `low` to pixel `high`: whole decades, at most four.
function logarithmic(values, low, high) {
  const positive = values.filter(value => value > 0);
  const last = Math.ceil(Math.log10(Math.max(...positive, 1e-9)) - 1e-9);
  const first = Math.max(last - 4, Math.min(last - 1, Math.floor(Math.log10(Math.min(...positive, 10 ** last)) + 1e-9)));
  const scale = value => low + (high - low) * Math.max(0, Math.min(1, (Math.log10(value) - first) / (last - first)));
  return {scale, decades: Array.from({length: last - first + 1}, (_, i) => first + i)};
}
const decade = power => power < -3 || power > 4 ? `10${[...String(power)].map(c => '⁰¹²³⁴⁵⁶⁷⁸⁹'[c] || '⁻').join('')}` : count(10 ** power);
const allNorms = data.runs.flatMap(run => run.frames.flatMap(frame => frame.norms.filter(norm => norm !== null)));
const allTotals = data.runs.flatMap(run => run.frames.map(frame => frame.norm));

function drawBars(chart, run, frame, width) {
  const line = 20, bottom = run.layers.length * line + 4;
  const left = Math.min(widest(run.layers) + 8, width / 2), right = width - 50;
  const {scale, decades} = logarithmic(allNorms, left, right);
  clear(chart, width, bottom + 20, 'Gradient norm of each layer');
  for (const power of decades) {
    const x = scale(10 ** power);
    add(chart, 'line', {class: 'grid', x1: x, x2: x, y1: 0, y2: bottom});
    const fits = (right - left) / (decades.length - 1) > 36 || (decades[decades.length - 1] - power) % 2 === 0;
    if (fits) add(chart, 'text', {class: 'muted', x, y: bottom + 15, 'text-anchor': 'middle'}, decade(power));
  }
  run.layers.forEach((layer, i) => {
    const norm = frame.norms[i], y = i * line;
    add(chart, 'text', {x: left - 6, y: y + 14, 'text-anchor': 'end'}, layer);
    if (norm === null) return;
    const end = norm > 0 ? scale(norm) : left;
    add(chart, 'rect', {class: 'bar', x: left, y: y + 3, width: Math.max(end - left, 0), height: line - 6});
    add(chart, 'text', {class: 'muted norm', x: end + 4, y: y + 14}, short(norm));
  });
}
function drawCurve(chart, run, frame, width) {
  const top = 8, bottom = 120, right = width - 24;
  const y = logarithmic(allTotals, bottom, top), left = widest(y.decades.map(decade)) + 12;
  const x = logarithmic(data.runs.flatMap(run => run.frames.map(frame => frame[axis])), left, right);
  clear(chart, width, bottom + 20, 'Norm of the whole gradient over the training');
  for (const power of y.decades) {
    const at = y.scale(10 ** power);
    add(chart, 'line', {class: 'grid', x1: left, x2: right, y1: at, y2: at});
    add(chart, 'text', {class: 'muted', x: left - 6, y: at + 4, 'text-anchor': 'end'}, decade(power));
  }
  for (const power of x.decades) add(chart, 'text', {class: 'muted', x: x.scale(10 ** power), y: bottom + 16, 'text-anchor': 'middle'}, decade(power));
  const shown = run.frames.filter(frame => frame.norm > 0);
  add(chart, 'polyline', {class: 'line', points: shown.map(frame => `${x.scale(frame[axis])},${y.scale(frame.norm)}`).join(' ')});
  if (frame.norm > 0) add(add(chart, 'circle', {class: 'now', cx: x.scale(frame[axis]), cy: y.scale(frame.norm), r: 6}), 'title', {}, short(frame.norm));
}
function factsOf(run, frame) {
  const validation = run.validations.filter(one => one.step <= frame.step && one.loss !== null).pop();
  const scored = run.validations.filter(one => one.step <= frame.step && one.bleu !== null).pop();
  return [`step ${count(frame.step)}`, time(frame.seconds), `loss ${short(frame.loss)}`, `gradient norm ${short(frame.norm)}`,
          validation && `validation loss ${short(validation.loss)}${validation.step < frame.step ? ` (step ${count(validation.step)})` : ''}`,
          scored && `BLEU ${scored.bleu.toFixed(1)}${scored.step < frame.step ? ` (step ${count(scored.step)})` : ''}`].filter(Boolean).join(' · ');
}
function drawAttention(panel, shown) {
  const map = panel.part('map'), value = panel.part('value');
  const hasMap = shown && shown.weights.length > 0 && shown.columns.length > 0;
  map.style.display = hasMap ? 'block' : 'none';
  value.textContent = hasMap || !shown ? '' : shown.rows.length ? 'This model has no attention.' : '';
  if (!hasMap) return;
  const say = (row, column) => {
    panel.at = [row, column];
    value.textContent = `${shown.rows[row]} → ${shown.columns[column]}: ${shown.weights[row][column].toFixed(3)}`;
  };
  const room = map.parentNode.clientWidth;
  const point = drawHeatmap(map, {name: 'Attention', ...shown, rowTitle: 'written', columnTitle: 'source'}, Math.min(560, room), say);
  if (panel.at) point(...panel.at);
}
function frameOf(run) {
  return run.frames.filter(frame => frame[axis] <= moments[slider.value]).pop();
}
function showRun(panel) {
  const frame = frameOf(panel.run), shown = frame && frame.sentences[data.sentences[sentence.value]?.source];
  panel.part('facts').textContent = frame ? factsOf(panel.run, frame) : 'no frame yet';
  panel.part('translation').textContent = !frame ? '' : !shown ? '(not in this film)' : shown.translation || '(nothing)';
  drawAttention(panel, shown);
  panel.part('over').textContent = `gradient norm of the model over ${axis === 'step' ? 'steps' : 'seconds'}`;
  const width = Math.min(560, panel.part('bars').parentNode.clientWidth);
  for (const [name, draw] of [['bars', drawBars], ['curve', drawCurve]]) {
    if (frame) draw(panel.part(name), panel.run, frame, width); else clear(panel.part(name), width, 1, '');
  }
}
function show() {
  const chosen = data.sentences[sentence.value] || {source: '', reference: ''};
  byId('source').textContent = chosen.source;
  byId('reference').textContent = chosen.reference;
  const moment = moments[slider.value];
  byId('now').textContent = axis === 'step' ? `step ${count(moment)}` : time(moment);
  slider.setAttribute('aria-valuetext', byId('now').textContent);
  panels.forEach(showRun);
}
// The slider's moments, and among them the one that shows `frame`.
function choose(name, frame) {
  axis = name;
  moments = [...new Set(data.runs.flatMap(run => run.frames.map(frame => frame[axis])))].sort((a, b) => a - b);
  slider.max = moments.length - 1;
  slider.value = frame ? moments.indexOf(frame[axis]) : 0;
  show();
}
function go(by) {
  slider.value = Number(slider.value) + by;
  show();
}
function stop() {
  clearInterval(timer);
  timer = null;
  play.textContent = '▶ play';
}
play.addEventListener('click', () => {
  if (timer) return stop();
  if (slider.value === slider.max) slider.value = 0;
  play.textContent = '❚❚ pause';
  show();
  timer = setInterval(() => {
    go(1);
    if (slider.value === slider.max) stop();
  }, 500);
});
slider.addEventListener('input', show);
sentence.addEventListener('change', () => {
  for (const panel of panels) panel.at = null;
  show();
});
for (const radio of document.querySelectorAll('[name=axis]')) {
  radio.addEventListener('change', () => choose(radio.value, frameOf(data.runs[0]) || data.runs[0].frames[0]));
}
document.addEventListener('keydown', event => {
  if (event.target.closest('input,select,.map') || event.ctrlKey || event.altKey || event.metaKey) return;
  const by = {ArrowLeft: -1, ArrowRight: 1}[event.key];
  if (!by) return;
  event.preventDefault();
  go(by);
});
addEventListener('resize', show);
sentence.replaceChildren(...data.sentences.map((one, i) => new Option(`${i + 1}: ${one.source}`, i)));
byId('sentences').hidden = data.sentences.length < 2;
byId('axes').hidden = !several;
choose('step');
)";

}  // namespace regard::report
