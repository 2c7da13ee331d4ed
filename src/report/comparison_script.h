#pragma once
#include <string_view>

namespace regard::report {

/// The program of the page of a comparison, after heatmap_script.h. `data` is made by
/// sentence_data.cpp, which says what its short names mean.
inline constexpr std::string_view kComparisonScript = R"(
const data = JSON.parse(document.getElementById('data').textContent);
const byId = id => document.getElementById(id);
const count = number => number.toLocaleString('en');
const fixed = (number, digits) => number.toFixed(digits).replace(/^-(?=[0.]*$)/, '').replace('-', '\u2212');

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  made.append(...children);
  return made;
}

// --- What one points at is said in a box above it.

const tip = byId('tip');
function say(text, place) {
  tip.textContent = text;
  tip.hidden = text === '';
  if (tip.hidden) return;
  const box = place.getBoundingClientRect();
  const most = document.documentElement.clientWidth - tip.offsetWidth - 4;
  const above = box.top - tip.offsetHeight - 6;
  tip.style.left = Math.max(4, Math.min((box.left + box.right - tip.offsetWidth) / 2, most)) + 'px';
  tip.style.top = (above > 0 ? above : box.bottom + 6) + 'px';
}
addEventListener('scroll', () => say(''), {passive: true});
addEventListener('keydown', event => { if (event.key === 'Escape') say(''); });

function showValues(chart) {
  const values = [...chart.querySelectorAll('.value')];
  if (values.length === 0) return;
  for (const value of values) {  // a <title> would be said a second time, by the browser
    const title = value.querySelector('title');
    value.dataset.value = title.textContent;
    title.remove();
  }
  let at = null;
  const point = value => {
    if (at) at.classList.remove('at');
    at = value;
    if (at) at.classList.add('at');
    say(at ? at.dataset.value : '', at);
  };
  chart.tabIndex = 0;
  chart.addEventListener('pointerover', event => point(event.target.closest('.value')));
  chart.addEventListener('pointerleave', () => point(null));
  chart.addEventListener('focus', () => { if (chart.matches(':focus-visible')) point(values[0]); });
  chart.addEventListener('blur', () => point(null));
  chart.addEventListener('keydown', event => {
    const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    const next = values[values.indexOf(at) + step];
    if (!step || !next) return;
    event.preventDefault();
    point(next);
  });
}
document.querySelectorAll('figure svg').forEach(showValues);

// --- A sentence: its source, its reference and what each system made of it.

const names = data.systems, systems = names.map((_, i) => i);
const sentences = data.sentences;
const isSpace = letter => /[ \t-\r]/.test(letter);  // no-break spaces are parts of words
const wordsOf = text => text.split(/[ \t-\r]+/).filter(word => word !== '');
const hypothesisOf = output => output.p.filter(part => part[0] !== '-').map(part => part.slice(1)).join('');

// Of many systems the table has one column, of that which is chosen.
const columns = () => (byId('column') ? [Number(byId('column').value)] : systems);

// By the metric that is chosen.
const scoreOf = (sentence, system) => sentence.t[system].m[byId('metric').value];

// Of each letter of the reference, white space left out: which systems have its word.
function foundBy(sentence) {
  return sentence.found ??= sentence.t.map(output => {
    const found = [];
    for (const part of output.p) {
      if (part[0] === '+') continue;
      for (const letter of part.slice(1)) if (!isSpace(letter)) found.push(part[0] === '=');
    }
    return found;
  });
}

// [letter, class] of a text: what is special about its words.
function* referenceLetters(sentence) {
  const found = foundBy(sentence);
  let at = 0;
  for (const letter of sentence.r) {
    const missed = !isSpace(letter) && found.length > 0 && !found.some(flags => flags[at]);
    yield [letter, missed ? 'missed' : ''];
    if (!isSpace(letter)) ++at;
  }
}
function* hypothesisLetters(sentence, system, against) {
  const output = sentence.t[system], found = foundBy(sentence);
  if (against === 'first') {
    const runs = [...output.q ?? []];
    let other = false;
    for (const letter of hypothesisOf(output)) {
      for (; runs.length > 0 && runs[0] === 0; other = !other) runs.shift();
      if (runs.length > 0) --runs[0];
      yield [letter, other ? 'off' : ''];
    }
    return;
  }
  let at = 0;  // letters of the reference
  for (const part of output.p) {
    for (const letter of part.slice(1)) {
      const alone = found.length > 1 && found.every((flags, i) => flags[at] === (i === system));
      if (part[0] !== '-') yield [letter, part[0] === '+' ? 'off' : alone ? 'alone' : ''];
      if (part[0] !== '+' && !isSpace(letter)) ++at;
    }
  }
}

// Words in elements that can be pointed at; letters of one class together inside of them.
function wordElements(letters) {
  const made = [];
  let word = null, run = null, style = '', number = 0;
  for (const [letter, letterStyle] of letters) {
    if (isSpace(letter)) {
      word = run = null;
      made.push(letter);
      continue;
    }
    if (!word) made.push(word = element('span', {'data-word': number++}));
    if (!run || letterStyle !== style) {
      run = letterStyle ? element('span', {class: letterStyle}) : document.createTextNode('');
      word.append(run);
      style = letterStyle;
    }
    run.nodeType === Node.TEXT_NODE ? run.appendData(letter) : run.textContent += letter;
  }
  return made;
}
function swatch(system) {
  return element('span', {class: 'regard'}, element('i', {class: `swatch ${data.styles[system]}`}));
}
function line(label, letters, attributes = {}) {
  const words = wordElements(letters);
  if (words.length === 0) words.push(element('span', {class: 'note'}, '(nothing)'));
  return element('p', attributes, element('b', {}, ...label), element('span', {}, ...words));
}
function* plain(text) { for (const letter of text) yield [letter, '']; }
function lines(sentence) {
  const against = byId('against').value;
  return [
    ...(sentence.s ? [line(['source'], plain(sentence.s), {'data-side': 'source'})] : []),
    line(['reference'], referenceLetters(sentence)),
    ...systems.map(i => {
      const made = line([swatch(i), names[i]], hypothesisLetters(sentence, i, against), {'data-system': i});
      made.lastChild.append(element('small', {class: 'score'}, ` ${scoreOf(sentence, i).toFixed(1)}`));
      return made;
    }),
  ];
}

// --- Attention: a word's weights shade the words of the other side.

// Rows: words of the translation; columns: words of the source.
function weightsOf(sentence, output) {
  const attention = output.a;
  if (!attention) return null;
  attention.s ??= wordsOf(sentence.s);
  attention.t ??= wordsOf(hypothesisOf(output));
  const columns = attention.s.length;
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  return output.weights ??= attention.t.map((_, i) => Array.from(
      attention.w.slice(i * columns, (i + 1) * columns), letter => digits.indexOf(letter) / 63));
}
// Shades words by weights and says the largest.
function shade(paragraph, weights) {
  const said = [];
  for (const word of paragraph.querySelectorAll('[data-word]')) {
    const weight = weights[word.dataset.word] ?? 0;
    if (weight < 0.08) continue;
    word.classList.add('attended');
    word.style.setProperty('--weight', weight);
    said.push([weight, word.textContent]);
  }
  said.sort((a, b) => b[0] - a[0]);
  return said.slice(0, 3).map(([weight, text]) => `${text} ${weight.toFixed(2)}`).join(', ');
}
function unshade() {
  document.querySelectorAll('.attended, .pointed').forEach(word => word.classList.remove('attended', 'pointed'));
}
function pointAtWord(word) {
  unshade();
  const line = word?.closest('p'), place = word?.closest('[data-sentence]');
  if (!place) return say('');
  const sentence = sentences[place.dataset.sentence], index = Number(word.dataset.word);
  const said = [];
  if (line.dataset.side === 'source') {
    for (const paragraph of place.querySelectorAll('p[data-system]')) {
      const system = paragraph.dataset.system, weights = weightsOf(sentence, sentence.t[system]);
      if (!weights) continue;
      const text = shade(paragraph, weights.map(row => row[index]));
      said.push(`${names[system]}: ${text || 'hardly attended to'}`);
    }
  } else if (line.dataset.system !== undefined) {
    const weights = weightsOf(sentence, sentence.t[line.dataset.system]);
    const source = place.querySelector('[data-side=source]');
    if (weights?.[index] && source) said.push('attends to ' + shade(source, weights[index]));
  }
  if (said.length > 0) word.classList.add('pointed');
  say(said.join('\n'), word);
}
byId('sentences')?.addEventListener('pointerover', event => {
  if (!event.target.closest('svg')) pointAtWord(event.target.closest('[data-word]'));
});

function textOfCandidate(output, [middle, , before = 0, after = 0]) {
  const letters = [...hypothesisOf(output)];
  return letters.slice(0, before).join('') + middle + letters.slice(letters.length - after).join('');
}
function moreOf(sentence, index) {
  const maps = [];
  const boxes = systems.map(i => {
    const output = sentence.t[i], box = element('div', {}, element('h4', {}, swatch(i), names[i]));
    if (output.l !== undefined) {
      box.append(element('p', {class: 'note'}, `log-probability ${fixed(output.l, 2)}: the model's confidence; 0 is certain`));
    }
    if (output.n) {
      box.append(element('ol', {}, ...output.n.map(candidate =>
          element('li', {}, textOfCandidate(output, candidate), element('small', {}, `score ${fixed(candidate[1], 3)}`)))));
      box.append(element('p', {class: 'note'}, 'The best candidates of the search, ordered by score.'));
    }
    const weights = weightsOf(sentence, output);
    if (weights) {
      const map = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
      map.setAttribute('class', 'map');
      map.setAttribute('tabindex', 0);
      map.setAttribute('role', 'img');
      box.append(element('div', {class: 'scroll'}, map),
                 element('p', {class: 'note'}, 'Attention: bright where a written word attended to a source word.'));
      map.addEventListener('pointerleave', () => say(''));
      map.addEventListener('blur', () => say(''));
      maps.push([map, {name: `Attention of ${names[i]}`, rows: output.a.t, columns: output.a.s,
                       rowTitle: 'written', columnTitle: 'source', weights}]);
    }
    if (!output.n && !weights) box.append(element('p', {class: 'note'}, 'No further details of this system.'));
    return box;
  });
  const width = 3 + columns().length + (names.length > 1);
  const row = element('tr', {class: 'more', id: `more-${index}`},
      element('td', {colspan: width, class: 'texts'}, element('div', {class: 'side'}, ...boxes)));
  // Drawn when it stands in the page: only then is known how wide it is.
  const draw = () => maps.forEach(([map, shown]) => drawHeatmap(map, shown, map.parentNode.clientWidth,
      (i, j, cell) => say(`${shown.rows[i]} \u2190 ${shown.columns[j]}: ${shown.weights[i][j].toFixed(2)}`, cell)));
  return [row, draw];
}
function toggle(button) {
  const row = button.closest('tr'), index = row.dataset.sentence;
  const open = button.getAttribute('aria-expanded') === 'true';
  button.setAttribute('aria-expanded', !open);
  if (open) return byId(`more-${index}`).remove();
  const [more, draw] = moreOf(sentences[index], index);
  row.after(more);
  draw();
}

// --- The table: search, filters, order.

const rowsAtOnce = byId('column') ? 30 : 100;  // a row has a line for each system
const state = {key: '', down: false, room: rowsAtOnce};
const isBetter = difference => (data.higherIsBetter[byId('metric').value] ? difference > 0 : difference < 0);

// The system that is best; -1 where several are.
function leader(sentence) {
  const scores = systems.map(i => scoreOf(sentence, i));
  const best = scores.reduce((best, score, i) => (isBetter(score - scores[best]) ? i : best), 0);
  return scores.every((score, i) => i === best || score !== scores[best]) ? best : -1;
}
// Of two systems, by how much the second is higher; of more, how far they are apart.
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
// Letters without accents and case, so that "eleve" finds "Élève".
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
  // Numbers of sentences ascend first; of all else the largest is what one wants to see.
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
)";

}  // namespace regard::report
