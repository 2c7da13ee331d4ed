// Selects the sentence, kind, layer and head that the attention map shows.

const sentence = byId('sentence'), kind = byId('kind'), layer = byId('layer'), head = byId('head');
const map = byId('map'), value = byId('value');
let shown, weights, at = null;

function fill(select, names, preset = 0) {
  const old = select.value;
  select.replaceChildren(...names.map((name, i) => new Option(name, i)));
  select.value = old !== '' && old < names.length ? old : preset;
  select.disabled = names.length < 2;
}
function meanOf(heads) {
  return heads[0].map((row, i) => row.map((_, j) =>
      heads.reduce((sum, rows) => sum + rows[i][j], 0) / heads.length));
}
function choose() {
  shown = data.sentences[sentence.value].kinds[kind.value];
  fill(layer, shown.layers.map((_, i) => i + 1), shown.layers.length - 1);
  const heads = shown.layers[layer.value];
  const numbers = heads.map((_, i) => i + 1);
  fill(head, heads.length > 1 ? [inWords('mean of all'), ...numbers] : numbers);
  weights = heads.length === 1 ? heads[0] : head.value === '0' ? meanOf(heads) : heads[head.value - 1];
  at = null;
  draw();
}
function say(row, column) {
  at = [row, column];
  value.textContent = `${shown.rows[row]} → ${shown.columns[column]}: ${weights[row][column].toFixed(3)}`;
}
function draw() {
  const point = drawHeatmap(map, {...shown, weights}, Math.min(720, map.parentNode.clientWidth), say);
  if (at) point(...at);
}
function chooseSentence() {
  const chosen = data.sentences[sentence.value];
  for (const text of ['source', 'translation', 'note']) byId(text).textContent = chosen[text];
  fill(kind, chosen.kinds.map(entry => entry.name));
  choose();
}
fill(sentence, data.sentences.map((chosen, i) => `${i + 1}: ${chosen.source}`));
byId('sentences').hidden = data.sentences.length < 2;
sentence.addEventListener('change', chooseSentence);
kind.addEventListener('change', choose);
layer.addEventListener('change', choose);
head.addEventListener('change', choose);
addEventListener('resize', draw);
chooseSentence();
