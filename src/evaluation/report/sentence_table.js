// The table of sentences: search, filters, sorting. Uses functions of comparison.js.

const rowsAtOnce = byId('column') ? 10 : 20;  // a row has a line for each system
const state = {key: '', down: false, room: rowsAtOnce};
const isBetter = difference => (data.higherIsBetter[byId('metric').value] ? difference > 0 : difference < 0);

// The best system; -1 if several are tied.
function leader(sentence) {
  const scores = systems.map(i => scoreOf(sentence, i));
  const best = scores.reduce((best, score, i) => (isBetter(score - scores[best]) ? i : best), 0);
  return scores.every((score, i) => i === best || score !== scores[best]) ? best : -1;
}
// For two systems, the second score minus the first; for more systems, the range of scores.
function differenceOf(sentence) {
  const scores = systems.map(i => scoreOf(sentence, i));
  return names.length === 2 ? scores[1] - scores[0] : Math.max(...scores) - Math.min(...scores);
}
function valueOf(sentence, index, key) {
  if (key === 'number') return index;
  if (key === 'words') return sentence.w;
  if (key === 'chosen') return scoreOf(sentence, columns()[0]);
  return key === 'difference' ? differenceOf(sentence) : scoreOf(sentence, Number(key));
}
// Removes accents and case, so that "eleve" finds "Élève".
const folded = text => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const textOf = sentence => sentence.text ??=
    folded([sentence.s, sentence.r, ...sentence.t.map(hypothesisOf)].join('\n'));

function chosen() {
  const text = folded(byId('find').value.trim()), kind = byId('kind').value, best = byId('best').value;
  const found = sentences.map((_, i) => i).filter(i =>
      (text === '' || textOf(sentences[i]).includes(text)) &&
      (kind === '' || sentences[i].k.includes(Number(kind))) &&
      (best === '' || leader(sentences[i]) === Number(best)));
  const values = new Map(found.map(i => [i, valueOf(sentences[i], i, state.key)]));
  return found.sort((a, b) => (state.down ? -1 : 1) * (values.get(a) - values.get(b)) || a - b);
}
function rowOf(index) {
  const sentence = sentences[index];
  const texts = element('td', {class: 'texts'}, ...lines(sentence));
  if (sentence.k.length > 0) {
    texts.append(element('p', {class: 'kinds'}, element('b', {}, 'kind'), sentence.k.map(i => data.kinds[i]).join(', ')));
  }
  if (sentence.t.some(output => output.n || output.a)) {
    texts.append(element('button', {type: 'button', 'aria-expanded': false}, 'n-best and attention'));
  }
  const number = value => element('td', {}, value);
  const difference = differenceOf(sentence);
  return element('tr', {'data-sentence': index}, number(index + 1), texts, number(sentence.w),
      ...columns().map(i => number(scoreOf(sentence, i).toFixed(1))),
      ...(names.length > 1 ? [number((names.length === 2 && difference > 0 ? '+' : '') + fixed(difference, 1))] : []));
}
function show() {
  say('');
  byId('chosen')?.replaceChildren(swatch(columns()[0]), names[columns()[0]]);
  const found = chosen(), shown = found.slice(0, state.room);
  byId('rows').replaceChildren(...shown.map(rowOf));
  const order = document.querySelector('#sentence-table th[aria-sort] button').textContent;
  byId('found').textContent = `${count(found.length)} of ${count(sentences.length)} sentences match; ` +
      (shown.length < found.length ? `the first ${count(shown.length)} are below` : 'all of them are below') +
      `, ordered by ${order}, ${state.down ? 'largest' : 'smallest'} first.`;
  byId('more-buttons').hidden = shown.length === found.length;
}
function sortBy(key) {
  // Sort by sentence number in ascending order at first, by anything else in descending order.
  state.down = state.key === key ? !state.down : key !== 'number';
  state.key = key;
  for (const head of document.querySelectorAll('#sentence-table th')) head.removeAttribute('aria-sort');
  document.querySelector(`#sentence-table button[data-key="${key}"]`).parentNode
      .setAttribute('aria-sort', state.down ? 'descending' : 'ascending');
  show();
}

if (byId('sentence-table')) {
  for (const id of ['find', 'kind', 'best']) {
    byId(id).addEventListener('input', () => { state.room = rowsAtOnce; show(); });
  }
  const showWins = () => document.querySelectorAll('.wins li').forEach(item =>
      item.querySelector('.texts').replaceChildren(...lines(sentences[item.dataset.sentence])));
  for (const id of ['metric', 'against']) {
    byId(id).addEventListener('input', () => { show(); showWins(); });
  }
  byId('column')?.addEventListener('input', show);
  for (const button of document.querySelectorAll('#sentence-table th button')) {
    button.addEventListener('click', () => sortBy(button.dataset.key));
  }
  byId('rows').addEventListener('click', event => {
    const button = event.target.closest('button');
    if (button) toggle(button);
  });
  byId('show-more').addEventListener('click', () => { state.room += rowsAtOnce; show(); });
  byId('show-all').addEventListener('click', () => { state.room = sentences.length; show(); });
  showWins();
  sortBy('number');
}
