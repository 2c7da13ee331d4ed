// Shows the equation, the expression in the program and the numbers for the step, token, layer and head that the sliders select.

const sliders = {step: byId('step'), token: byId('token'), layer: byId('layer'), head: byId('head')};
const isExample = step => step.isExample;
// A text in the language of the page, with numbers in place of {}.
const steps = data.steps.filter(step => !isExample(step));
if (data.output) {
  steps.push({part: inWords('output'), title: inWords('logits and probabilities'), table: 'output', rows: 'target', ...data.outputSource,
              meaning: inWords('The output layer gives every token of the vocabulary a logit; the softmax turns the logits into probabilities. The most probable tokens:'),
              formula: '<mrow><mi>P</mi><mo>=</mo><mi>softmax</mi><mo>(</mo><mi>W</mi><mi>s</mi><mo>+</mo><mi>b</mi><mo>)</mo></mrow>'});
  steps.push({part: inWords('output'), title: inWords('beam'), table: 'beam', rows: 'target', ...data.beamSource,
              meaning: inWords('The prefixes that beam search keeps at this step, best first, and the probability of each prefix\'s last token. Finished prefixes end here.'),
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
      ? [[inWords('token'), 'logit', 'log P', 'P'], ...data.output[at.token].map(([token, logit, log]) => [token, digits(logit), digits(log), digits(Math.exp(log))])]
      : [[inWords('prefix'), inWords('P of its last token'), ''], ...data.beam[at.token].map(([text, p, done]) => [text, digits(p), done ? inWords('finished') : ''])];
  byId('table').replaceChildren(tableOf(rows, true));
}
function show() {
  limit('step', steps.length);
  const step = steps[at.step], layers = step.layers || [];
  const labels = step.rows === 'number' ? null : tokensOf(step.rows);
  limit('token', step.table === 'beam' ? data.beam.length : labels ? labels.length : 1);
  limit('layer', layers.length);
  const heads = layers.length ? layers[at.layer] : [];
  limit('head', heads.length);
  byId('stepname').textContent = inWords('{} of {}', at.step + 1, steps.length);
  byId('tokenname').textContent = labels ? at.token + 1 + inWords(': ') + (step.rows === 'target' && data.written ? labels[at.token] + ' → ' + data.written[at.token] : labels[at.token]) : '';
  byId('layername').textContent = inWords('{} of {}', at.layer + 1, layers.length);
  byId('headname').textContent = inWords('{} of {}', at.head + 1, heads.length) + (step.names && step.names.length ? inWords(': ') + step.names[at.head] : '');
  byId('part').textContent = step.part + ' ·';
  byId('title').textContent = step.title;
  byId('meaning').textContent = step.meaning;
  byId('formula').innerHTML = step.formula;
  byId('cite').replaceChildren(element('code', {}, `${step.file}: ${step.expression}`));
  byId('value').textContent = '';
  byId('table').replaceChildren();
  byId('rest').textContent = '';
  byId('colours').replaceChildren();
  byId('map').style.display = step.table ? 'none' : 'block';
  keepPlace();
  if (step.table) return table(step);
  const matrix = heads[at.head], weights = numbersOf(matrix);
  const [rowAxis, columnAxis] = step.axes.length ? step.axes[at.head] : [step.rows, step.columns === 'number' ? 'numbers' : step.columns];
  const columns = step.columns === 'number' ? weights[0].map((_, j) => j % (weights[0].length > 12 ? 8 : 1) === 0 ? String(j) : '') : tokensOf(step.columns);
  const rows = labels || weights.map((_, i) => String(i));
  const colour = step.isWeight ? null : value => signed(value, matrix.largest);
  drawHeatmap(byId('map'), {name: step.title, rows, columns, weights, colour, rowTitle: inWords(rowAxis), columnTitle: inWords(columnAxis)},
              Math.min(900, byId('map').parentNode.clientWidth),
              (row, column) => { byId('value').textContent = `${rows[row]}, ${step.columns === 'number' ? column : columns[column]}: ${digits(weights[row][column])}`; });
  byId('colours').replaceChildren(step.isWeight ? colourBar() : signedBar(matrix.largest));
  if (labels) {
    const cells = [...byId('map').querySelectorAll('rect')].slice(at.token * columns.length, (at.token + 1) * columns.length);
    const first = cells[0], last = cells[cells.length - 1], edge = name => Number(first.getAttribute(name));
    byId('map').append(svgElement('rect', {class: 'token', x: edge('x'), y: edge('y'), height: edge('height'),
                                           width: Number(last.getAttribute('x')) + edge('width') - edge('x')}));
  }
  if (weights.length * weights[0].length <= 40) {  // few enough to read, with as many digits as books print and the encoding keeps
    const exact = Math.max(0, Math.min(4, Math.floor(Math.log10(32767 / (matrix.largest || 1)))));
    byId('table').replaceChildren(tableOf(weights.map(row => row.map(value => value <= -1e5 ? digits(value) : minus(value.toFixed(exact)))), false));
  }
  if (matrix.all > matrix.columns) byId('rest').textContent = inWords('The first {} of {} numbers of each row.', matrix.columns, matrix.all);
}
// Stores the position in the address, so that a link leads here; a page within another page has no address of its own.
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
onKeys({ArrowLeft: ['step', -1], ArrowRight: ['step', 1], ArrowUp: ['token', -1], ArrowDown: ['token', 1]}, move => go(...move));
addEventListener('resize', show);
location.hash.slice(1).split('.').forEach((value, i) => { at[['step', 'token', 'layer', 'head'][i]] = Number(value) || 0; });
show();
