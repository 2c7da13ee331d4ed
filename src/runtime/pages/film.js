// Shows each run at the point selected by the slider: its translation, attention and gradients.

const slider = byId('moment'), sentence = byId('sentence'), play = byId('play');
const panels = [...document.querySelectorAll('.run')].map((section, i) => ({
  run: data.runs[i], part: name => section.querySelector('.' + name), at: null}));
const several = panels.length > 1;
let axis = 'step', moments = [], timer = null;

const short = value => minus(Number(value.toPrecision(3)).toString());
function time(seconds) {
  if (seconds < 120) return inWords('{} s', seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(1));
  return inWords('{} min {} s', count(Math.floor(seconds / 60)), String(Math.floor(seconds % 60)).padStart(2, '0'));
}
const add = (parent, ...made) => parent.appendChild(svgElement(...made));
function clear(chart, width, height, label) {
  chart.replaceChildren();
  setAttributes(chart, {viewBox: `0 0 ${width} ${height}`, width, height, 'aria-label': label});
}
// A logarithmic axis over the positive `values`, from pixel `low` to pixel `high`: whole decades. The label of a decade needs `room` pixels.
function logarithmic(values, low, high, room) {
  const positive = values.filter(value => value > 0);
  const last = Math.ceil(Math.log10(Math.max(...positive, 1e-9)) - 1e-9);
  const first = Math.min(last - 1, Math.floor(Math.log10(Math.min(...positive, 10 ** last)) + 1e-9));
  const every = Math.ceil(room * (last - first) / Math.abs(high - low));
  const scale = value => low + (high - low) * Math.max(0, Math.min(1, (Math.log10(value) - first) / (last - first)));
  return {scale, decades: Array.from({length: last - first + 1}, (_, i) => first + i), isNamed: power => (last - power) % every === 0};
}
const decade = power => power < -3 || power > 4 ? `10${[...String(power)].map(c => '⁰¹²³⁴⁵⁶⁷⁸⁹'[c] || '⁻').join('')}` : count(10 ** power);
const allNorms = data.runs.flatMap(run => run.frames.flatMap(frame => frame.norms.filter(norm => norm !== null)));
const allTotals = data.runs.flatMap(run => run.frames.map(frame => frame.norm));

function drawBars(chart, run, frame, width) {
  const line = 20, bottom = run.layers.length * line + 4;
  const left = Math.min(widest(run.layers) + 8, width / 2), right = width - 50;
  const {scale, decades, isNamed} = logarithmic(allNorms, left, right, 36);
  clear(chart, width, bottom + 20, inWords('Gradient norm of each layer'));
  for (const power of decades) {
    const x = scale(10 ** power);
    add(chart, 'line', {class: 'grid', x1: x, x2: x, y1: 0, y2: bottom});
    if (isNamed(power)) add(chart, 'text', {class: 'muted', x, y: bottom + 15, 'text-anchor': 'middle'}, decade(power));
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
  const y = logarithmic(allTotals, bottom, top, 16), left = widest(y.decades.map(decade)) + 12;
  const x = logarithmic(data.runs.flatMap(run => run.frames.map(frame => frame[axis])), left, right, 36);
  clear(chart, width, bottom + 20, inWords('Norm of the whole gradient during training'));
  for (const power of y.decades) {
    const at = y.scale(10 ** power);
    add(chart, 'line', {class: 'grid', x1: left, x2: right, y1: at, y2: at});
    if (y.isNamed(power)) add(chart, 'text', {class: 'muted', x: left - 6, y: at + 4, 'text-anchor': 'end'}, decade(power));
  }
  for (const power of x.decades.filter(x.isNamed)) add(chart, 'text', {class: 'muted', x: x.scale(10 ** power), y: bottom + 16, 'text-anchor': 'middle'}, decade(power));
  const shown = run.frames.filter(frame => frame.norm > 0);
  add(chart, 'polyline', {class: 'line', points: shown.map(frame => `${x.scale(frame[axis])},${y.scale(frame.norm)}`).join(' ')});
  if (frame.norm > 0) add(add(chart, 'circle', {class: 'now', cx: x.scale(frame[axis]), cy: y.scale(frame.norm), r: 6}), 'title', {}, short(frame.norm));
}
function factsOf(run, frame) {
  const validation = run.validations.filter(one => one.step <= frame.step && one.loss !== null).pop();
  const scored = run.validations.filter(one => one.step <= frame.step && one.bleu !== null).pop();
  const from = one => one.step < frame.step ? ' ' + inWords('(step {})', count(one.step)) : '';
  return [inWords('step {}', count(frame.step)), time(frame.seconds), inWords('loss {}', short(frame.loss)), inWords('gradient norm {}', short(frame.norm)),
          validation && inWords('validation loss {}', short(validation.loss)) + from(validation),
          scored && `BLEU ${scored.bleu.toFixed(1)}${scored.texts.length ? ` (${scored.texts.map(text => `${text.name} ${text.bleu === null ? '–' : text.bleu.toFixed(1)}`).join(', ')})` : ''}${from(scored)}`].filter(Boolean).join(' · ');
}
function drawAttention(panel, shown) {
  const map = panel.part('map'), value = panel.part('value');
  const hasMap = shown && shown.weights.length > 0 && shown.columns.length > 0;
  map.style.display = hasMap ? 'block' : 'none';
  value.textContent = hasMap || !shown ? '' : shown.rows.length ? inWords('This model has no attention.') : '';
  if (!hasMap) return;
  const say = (row, column) => {
    panel.at = [row, column];
    value.textContent = `${shown.rows[row]} → ${shown.columns[column]}: ${shown.weights[row][column].toFixed(3)}`;
  };
  const room = map.parentNode.clientWidth;
  const point = drawHeatmap(map, {name: inWords('Attention'), ...shown, rowTitle: inWords('written words'), columnTitle: inWords('source')}, Math.min(560, room), say);
  if (panel.at) point(...panel.at);
}
function frameOf(run) {
  return run.frames.filter(frame => frame[axis] <= moments[slider.value]).pop();
}
function showRun(panel) {
  const frame = frameOf(panel.run), shown = frame && frame.sentences[data.sentences[sentence.value]?.source];
  panel.part('facts').textContent = frame ? factsOf(panel.run, frame) : inWords('no frames yet');
  panel.part('translation').textContent = !frame ? '' : !shown ? inWords('(not in this film)') : shown.translation || inWords('(nothing)');
  drawAttention(panel, shown);
  panel.part('over').textContent = inWords(`gradient norm of the model over ${axis === 'step' ? 'steps' : 'seconds'}`);
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
  byId('now').textContent = axis === 'step' ? inWords('step {}', count(moment)) : time(moment);
  slider.setAttribute('aria-valuetext', byId('now').textContent);
  panels.forEach(showRun);
}
// Fills the slider's positions and selects the one that shows `frame`.
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
  play.textContent = inWords('▶ play');
}
play.addEventListener('click', () => {
  if (timer) return stop();
  if (slider.value === slider.max) slider.value = 0;
  play.textContent = inWords('❚❚ pause');
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
onKeys({ArrowLeft: -1, ArrowRight: 1}, go);
addEventListener('resize', show);
sentence.replaceChildren(...data.sentences.map((one, i) => new Option(`${i + 1}: ${one.source}`, i)));
byId('sentences').hidden = data.sentences.length < 2;
byId('axes').hidden = !several;
choose('step');
