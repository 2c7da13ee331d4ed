// Values of charts, words of sentences and their attention. comparison_sections.h explains `data`.

// --- A tooltip shows the value under the pointer.

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

// Opens a folded section when a link leads to it, and for printing.
const unfold = id => {
  const part = id === '' ? null : document.querySelector(`section.folded#${id} > details`);
  if (part) part.open = true;
};
addEventListener('hashchange', () => unfold(location.hash.slice(1)));
unfold(location.hash.slice(1));
for (const link of document.querySelectorAll('nav a')) {
  link.addEventListener('click', () => unfold(link.hash.slice(1)));
}
let unfoldedToPrint = [];
addEventListener('beforeprint', () => {
  unfoldedToPrint = [...document.querySelectorAll('.folded > details:not([open])')];
  for (const part of unfoldedToPrint) part.open = true;
});
addEventListener('afterprint', () => { for (const part of unfoldedToPrint) part.open = false; });
addEventListener('keydown', event => { if (event.key === 'Escape') say(''); });

function showValues(chart) {
  const values = [...chart.querySelectorAll('.value')];
  if (values.length === 0) return;
  for (const value of values) {  // otherwise the browser would also show the <title>
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

// --- A sentence: its source, its reference and its translations.

const names = data.systems, systems = names.map((_, i) => i);
const sentences = data.sentences;
const isSpace = letter => /[ \t-\r]/.test(letter);  // no-break spaces belong to words
const wordsOf = text => text.split(/[ \t-\r]+/).filter(word => word !== '');
const hypothesisOf = output => output.p.filter(part => part[0] !== '-').map(part => part.slice(1)).join('');

// With many systems, the table has only a column for the chosen one.
const columns = () => (byId('column') ? [Number(byId('column').value)] : systems);

// Score by the chosen metric.
const scoreOf = (sentence, system) => sentence.t[system].m[byId('metric').value];

// By system, for each letter of the reference except white space: whether the system has its word.
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

// Both yield [letter, class] for each letter of a text; the class marks special words.
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

// Words as elements that can be pointed at; inside a word, letters of one class are grouped.
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

// --- Attention: the weights of a word shade the words on the other side.

// The attention weights: rows are words of the translation, columns are words of the source.
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
// Shades words by weight; returns a description of the largest weights.
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
      const map = svgElement('svg', {class: 'map', tabindex: 0, role: 'img'});
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
  // Draw the maps once they are in the page: their width is not known before.
  const draw = () => maps.forEach(([map, shown]) => drawHeatmap(map, shown, map.parentNode.clientWidth,
      (i, j, cell) => say(`${shown.rows[i]} ← ${shown.columns[j]}: ${shown.weights[i][j].toFixed(2)}`, cell)));
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
