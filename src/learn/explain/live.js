// Sends a sentence and the changes to a model to the program that serves the page, and draws everything that the changed model computes.

const english = {
  contents: 'Contents', title: 'Your model, live',
  introduction: 'Type a sentence and change what you like. The model translates again, and every number and map below follows. It reads the whole line as one sentence and copies no numbers or names. The address of this page keeps your changes: copy it to return to them.',
  sentence: 'Sentence', beam: 'Beam', penalty: 'Length penalty α', temperature: 'Temperature', parts: 'Parts of the model', reset: 'Undo all changes',
  mask: 'mask of later words', scaling: 'division by √dₖ', residual: 'residual connections', positions: 'positions',
  hasNone: 'cannot be switched off in these models', tokens: 'Source tokens', words: 'Translation, step by step', wordsMeaning: 'Choose a step to see what the model could have written there.',
  readUnmasked: 'Without the mask, these probabilities and the maps come from a second pass, in which each step sees the whole translation, including later words. During the search, there were no later words: the hypotheses and the beam below show the probabilities of the search.',
  without: 'without changes: ', same: 'the same as without changes', next: step => `Step ${step}: the most probable next tokens`,
  nextMeaning: 'Choose a token to force it here; the search continues from there.', release: 'Release the forced words', other: 'Or write other words here', force: 'Force them',
  hypotheses: 'Hypotheses', hypothesis: 'translation', score: 'score', logP: 'log P', beamAt: step => `Beam after step ${step}`, prefix: 'prefix', lastP: 'P of its last token', state: 'state', finished: 'finished', unfinished: text => `${text} (cut off)`,
  attention: 'Attention', attentionNote: 'Choose a map to see it large. Clear its box to switch the head off: its output becomes 0. 1.2 is layer 1, head 2.', layer: 'layer', head: 'head', chosen: 'Chosen map',
  encoder: 'Encoder self-attention', encoderMeaning: 'Each row shows which source tokens a source token attends to.',
  decoder: 'Decoder self-attention', decoderMeaning: 'Each row shows which earlier words a step attends to.',
  unmasked: 'Each row shows which words of the whole translation a step attends to, including later ones.',
  cross: 'Attention to the source', crossMeaning: 'Each row shows which source tokens a step attends to.',
  gates: 'Gates', gatesMeaning: 'A row is a token, a column a unit of the state; 0 is closed, 1 open.', numbers: 'Every number', step: 'Step',
  source: 'source', target: 'target', number: 'number', milliseconds: (all, model) => `${all} ms from the change to the picture, of which the model took ${model} ms.`,
  place: (layer, head) => `layer ${layer}${head ? `, head ${head}` : ''}`, headAt: head => `head ${head}`, comma: ', ',
  first: (shown, all) => `The first ${shown} of ${all} numbers of each row.`, stopped: 'The program behind this page does not answer. Start regard book --serve again.',
};
const chinese = {
  contents: '目录', title: '动手改模型', introduction: '输入一个句子，随意改动。模型会重新翻译，下面的每个数值和每张图都随之变化。模型整行读入，不会照抄数字和人名。本页的地址保存全部改动，复制它便可回到这里。',
  sentence: '句子', beam: '束宽', penalty: '长度惩罚α', temperature: '温度', parts: '模型的组成部分', reset: '撤销全部改动',
  mask: '掩蔽后面的词元', scaling: '除以√dₖ', residual: '残差连接', positions: '位置编码',
  hasNone: '这些模型不能关掉这一部分', tokens: '源词元', words: '逐步生成的译文', wordsMeaning: '选择一步，查看模型在这一步还可能生成什么。',
  readUnmasked: '不掩蔽时，这里的概率和下面的图来自对译文的第二次阅读：每一步都看到整句译文，包括后面的词元。搜索生成译文时，后面还没有词元；下面的候选译文和束给出的是搜索时的概率。',
  without: '未改动时：', same: '与未改动时相同', next: step => `第${step}步：概率最大的下一个词元`,
  nextMeaning: '选择一个词元，强制模型在这里生成它；搜索从这里继续。', release: '取消强制的词元', other: '或在这里输入别的词', force: '强制',
  hypotheses: '候选译文', hypothesis: '译文', score: '分数', logP: 'log P', beamAt: step => `第${step}步之后的束`, prefix: '前缀', lastP: '最后一个词元的概率', state: '状态', finished: '已完成', unfinished: text => `${text}（未完成）`,
  attention: '注意力', attentionNote: '选择一张图放大查看；取消勾选即关掉这个头，它的输出变为0。1.2表示第1层，第2个头。', layer: '层', head: '头', chosen: '所选的图',
  encoder: '编码器自注意力', encoderMeaning: '每行是一个源词元：它关注哪些源词元。',
  decoder: '解码器自注意力', decoderMeaning: '每行是一步：它关注前面的哪些词元。',
  unmasked: '每行是一步：它关注整句译文中的哪些词元，包括后面的词元。',
  cross: '交叉注意力', crossMeaning: '每行是一步：它依据哪些源词元来翻译。',
  gates: '门', gatesMeaning: '每行是一个词元，每列是隐状态的一个单元；0为关，1为开。', numbers: '每一个数值', step: '步骤',
  source: '源序列', target: '目标序列', number: '元素', milliseconds: (all, model) => `从改动到画完用时${all}毫秒，其中模型用时${model}毫秒。`,
  place: (layer, head) => `第${layer}层${head ? `，第${head}个头` : ''}`, headAt: head => `第${head}个头`, comma: '，',
  first: (shown, all) => `每行${all}个数值中的前${shown}个。`, stopped: '本页背后的程序没有回应。请重新运行regard book --serve。',
};
const words = data.language === 'zh' ? chinese : english;
const titleOf = step => `${step.part} · ${step.title}`;

const kKeptAnswers = 100;
const kSwitches = ['mask', 'scaling', 'residual', 'positions'];
const kSliders = {beam: 'beam_size', penalty: 'length_penalty', temperature: 'temperature'};
const kKinds = ['encoder', 'decoder', 'cross'];

const keyOf = (kind, layer, head) => [kind, layer, head].join('.');
const percent = logP => { const p = Math.exp(logP) * 100; return p >= 1 ? `${Math.round(p)} %` : p >= 0.1 ? `${p.toFixed(1)} %` : '< 0.1 %'; };

// --- Numbers.

const decoded = new WeakMap();
function numbersOf(matrix) {
  if (!decoded.has(matrix)) {
    const codes = new Int16Array(Uint8Array.from(atob(matrix.data), letter => letter.charCodeAt(0)).buffer);
    const value = code => code === -32768 ? -1e6 : code / 32767 * matrix.largest;
    decoded.set(matrix, Array.from({length: matrix.rows}, (_, i) => Array.from(codes.subarray(i * matrix.columns, (i + 1) * matrix.columns), value)));
  }
  return decoded.get(matrix);
}
const shades = data.colours.map(text => [1, 3, 5].map(at => parseInt(text.slice(at, at + 2), 16)));
// Draws weights from 0 to 1, one pixel for each.
function paint(canvas, matrix) {
  const rows = numbersOf(matrix);
  canvas.width = matrix.columns;
  canvas.height = matrix.rows;
  const pen = canvas.getContext('2d'), image = pen.createImageData(matrix.columns, matrix.rows);
  rows.forEach((row, i) => row.forEach((weight, j) => {
    const shade = shades[Math.round(Math.max(0, Math.min(weight, 1)) * (shades.length - 1))];
    image.data.set([...shade, 255], 4 * (i * matrix.columns + j));
  }));
  pen.putImageData(image, 0, 0);
}

// --- The reader's changes, which are the same for all models, except heads and forced words.

// The models' own values for a search option, without duplicates. The slider starts at the first one.
const presets = name => [...new Set(data.models.map(model => model[kSliders[name]] ?? 1))];
const moved = new Set();  // the sliders that the reader has moved; for the others, each model keeps its own value
const valueOf = name => Math.round(Number(byId(name).value) * 100) / 100;
// Notes that a slider was moved, or that it is back at the one value with which all models start.
function move(name) {
  if (presets(name).length === 1 && valueOf(name) === presets(name)[0]) moved.delete(name); else moved.add(name);
}
function settings() {
  const asked = {text: byId('text').value};
  for (const name of moved) asked[kSliders[name]] = valueOf(name);
  for (const name of kSwitches) asked[name] = byId('switch-' + name).checked;
  return asked;
}
const isPreset = asked => Object.values(kSliders).every(name => !(name in asked)) && kSwitches.every(name => asked[name]);

// --- A model's panel. It makes one request at a time; only the last request counts.

class Panel {
  constructor(model, number) {
    this.number = number;
    this.off = new Set();
    this.prefix = [];
    this.at = 0;
    this.chosen = null;   // the key of the head shown large
    this.numbers = {step: '', layer: 0, head: 0};  // `step` is a step's name
    this.forced = '';     // words after the prefix, until the answer has their tokens
    this.unchanged = new Map();  // translations without changes, by sentence
    this.answers = new Map();    // the most recent ones, by request
    this.heads = new Map();
    this.meanings = {};   // the sentence about each kind of attention
    const part = name => this[name] = element('div', {});
    this.translation = element('p', {class: 'translation', 'data-part': 'translation'});
    this.compared = element('p', {class: 'note', 'data-part': 'compared'});
    this.error = element('p', {class: 'error', role: 'alert', hidden: ''});
    this.makeWordForm();
    this.links = element('nav', {class: 'ways of-models', 'aria-label': model.name});
    this.root = element('section', {class: 'model', 'aria-label': model.name}, element('h2', {}, model.name), this.links, this.error,
                        element('div', {class: 'result'}, this.translation, this.compared),
                        part('written'), part('next'), part('found'), part('attention'), part('large'), part('gates'), part('every'));
  }

  // The form is made once, so that an answer does not remove what the reader is typing.
  makeWordForm() {
    this.word = element('input', {id: `m${this.number}-word`, 'data-key': 'word', maxlength: 200, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false'});
    const button = element('button', {'data-key': 'force'}, words.force);
    this.wordForm = element('form', {class: 'word'}, element('label', {for: this.word.id}, words.other), this.word, button);
    this.wordForm.addEventListener('submit', event => {
      event.preventDefault();
      if (this.word.value.trim() === '' || !this.answer) return;
      this.force(this.answer.ids.slice(0, this.at), this.word.value);
      this.word.value = '';
    });
  }

  ask(since) {
    remember();
    if (this.isAsking) { this.again = since; return; }
    this.isAsking = true;
    this.send(since).catch(() => this.fail(words.stopped)).finally(() => {
      this.isAsking = false;
      const again = this.again;
      this.again = undefined;
      if (again !== undefined) this.ask(again);
    });
  }
  async post(body) {
    const asked = JSON.stringify(body);
    if (this.answers.has(asked)) return {...this.answers.get(asked), milliseconds: 0};
    const response = await fetch(data.answers, {method: 'POST', headers: {'Content-Type': 'application/json'}, body: asked});
    const answer = await response.json();
    if (this.answers.size >= kKeptAnswers) this.answers.delete(this.answers.keys().next().value);
    if (!answer.error) this.answers.set(asked, answer);
    return answer;
  }
  async send(since) {
    const asked = settings(), heads = [...this.off].map(key => key.split('.')).map(([kind, layer, head]) => [kind, Number(layer), Number(head)]);
    const isUnchanged = isPreset(asked) && heads.length === 0 && this.prefix.length === 0 && this.forced === '';
    const {prefix, forced} = this;
    const answer = await this.post({...asked, model: this.number, heads_off: heads, prefix, words: forced, step: this.numbers.step});
    if (prefix === this.prefix && forced === this.forced) {  // otherwise, the reader has since forced other words
      this.forced = '';
      if (!answer.error) this.prefix = answer.prefix;
    }
    if (answer.error) return this.fail(answer.error);
    remember();
    this.answer = answer;
    this.error.hidden = true;
    this.root.classList.remove('stale');
    this.isUnmasked = !asked.mask && answer.switches.includes('mask');
    if (isUnchanged) this.unchanged.set(asked.text, answer.translation);
    this.isUnchanged = isUnchanged;
    this.text = asked.text;
    this.show();
    showSwitches();
    noteTime(since, answer.milliseconds);
    if (!this.unchanged.has(asked.text)) {
      const plain = await this.post({text: asked.text, model: this.number});
      if (!plain.error) this.unchanged.set(asked.text, plain.translation);
      this.compare();
    }
  }
  fail(why) {
    this.error.textContent = why;
    this.error.hidden = false;
    this.root.classList.add('stale');  // the panel still shows an earlier answer
    document.body.dataset.failed = why;
  }

  show() {
    this.width ??= this.root.clientWidth;  // read once, before the page changes; otherwise, the browser would lay it out again for each map
    const focused = this.root.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.at = Math.min(this.at, this.answer.written.length - 1);
    this.translation.textContent = this.answer.translation;
    this.compare();
    this.showWritten();
    this.showNext();
    this.showFound();
    this.showAttention();
    this.showGates();
    this.showNumbers();
    if (focused) this.root.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({preventScroll: true});
  }
  compare() {
    const plain = this.unchanged.get(this.text);
    this.compared.textContent = this.isUnchanged || plain === undefined ? '\u00a0' : plain === this.answer.translation ? words.same : words.without + plain;
  }
  showWritten() {
    const {source, written, logP} = this.answer;
    const button = (token, i) => {
      const made = element('button', {type: 'button', 'aria-pressed': i === this.at, 'data-key': 'step' + i}, token, element('small', {}, percent(logP[i])));
      if (i < this.prefix.length) made.classList.add('forced');
      made.addEventListener('click', () => { this.at = i; this.show(); });
      return made;
    };
    this.written.replaceChildren(element('h3', {}, words.tokens), element('div', {class: 'tokens'}, ...source.map(token => element('span', {}, token))),
                                 element('h3', {}, words.words), element('p', {class: 'note'}, words.wordsMeaning), ...(this.isUnmasked ? [element('p', {class: 'note', 'data-part': 'unmasked'}, words.readUnmasked)] : []), element('div', {class: 'tokens'}, ...written.map(button)));
  }
  showNext() {
    const {output, ids} = this.answer;
    const button = ([token, , logP, id], rank) => {
      const made = element('button', {type: 'button', 'aria-pressed': id === ids[this.at], 'data-key': 'next' + rank},
                           element('span', {class: 'bar', style: `width:${Math.exp(logP) * 100}%`}), element('span', {}, token), element('span', {}, percent(logP)));
      made.addEventListener('click', () => this.force([...ids.slice(0, this.at), id]));
      return made;
    };
    const release = element('button', {type: 'button', 'data-key': 'release'}, words.release);
    release.addEventListener('click', () => this.force([]));
    this.next.replaceChildren(element('h3', {}, words.next(this.at + 1)), element('p', {class: 'note'}, words.nextMeaning), element('div', {class: 'next'}, ...output[this.at].slice(0, 8).map(button)),
                              this.wordForm, ...(this.prefix.length ? [element('p', {}, release)] : []));
  }
  force(prefix, forced = '') {
    this.prefix = prefix;
    this.forced = forced;
    this.ask(performance.now());
  }
  showFound() {
    const {nBest, beam} = this.answer;
    const scroll = (name, rows) => element('div', {class: 'scroll', tabindex: 0, role: 'group', 'aria-label': name}, tableOf(rows, true));
    const beamAt = beam[this.at] || [];
    this.found.replaceChildren(
        element('h3', {}, words.hypotheses),
        scroll(words.hypotheses, [[words.hypothesis, words.score, words.logP], ...nBest.map(([text, score, logP, isFinished]) => [isFinished ? text : words.unfinished(text), fixed(score, 3), fixed(logP, 2)])]),
        element('h4', {}, words.beamAt(this.at + 1)),
        scroll(words.beamAt(this.at + 1), [[words.prefix, words.lastP, words.state], ...beamAt.map(([text, p, done]) => [text, percent(Math.log(p)), done ? words.finished : ''])]));
  }

  maps() {
    return this.answer.steps.filter(step => step.attention).flatMap(step => step.layers.flatMap((heads, layer) => heads.map((matrix, head) => (
        {step, layer, head, matrix, kind: step.attention, key: keyOf(step.attention, layer, head)}))));
  }
  // The figures stay, since the reader may be using one; only their maps are painted again.
  showAttention() {
    const maps = this.maps();
    if (maps.some(map => !this.heads.has(map.key)) || maps.length !== this.heads.size) this.makeHeads(maps);
    if (!maps.some(map => map.key === this.chosen)) this.chosen = maps.length ? maps[maps.length - 1].key : null;
    if (this.meanings.decoder) this.meanings.decoder.textContent = this.isUnmasked ? words.unmasked : words.decoderMeaning;
    for (const map of maps) {
      const made = this.heads.get(map.key);
      paint(made.canvas, map.matrix);
      made.button.setAttribute('aria-pressed', map.key === this.chosen);
      made.figure.classList.toggle('off', this.off.has(map.key));
      made.box.checked = !this.off.has(map.key);
    }
    this.showLarge(maps.find(map => map.key === this.chosen));
  }
  makeHeads(maps) {
    this.heads.clear();
    this.attention.replaceChildren(...(maps.length ? [element('h3', {}, words.attention), element('p', {class: 'note'}, words.attentionNote)] : []));
    for (const kind of kKinds) {
      const own = maps.filter(map => map.kind === kind);
      if (own.length === 0) continue;
      this.meanings[kind] = element('span', {}, words[kind + 'Meaning']);
      this.attention.append(element('h4', {}, element('b', {}, words[kind]), ' ', this.meanings[kind]));
      const list = element('div', {class: 'heads'});
      for (const map of own) {
        const name = words.place(map.layer + 1, map.head + 1);
        const canvas = element('canvas', {}), box = element('input', {type: 'checkbox', 'data-key': 'off' + map.key, id: `m${this.number}-${map.key}`});
        const button = element('button', {type: 'button', 'aria-label': words[kind] + words.comma + name, 'data-key': 'map' + map.key}, canvas);
        const figure = element('figure', {class: 'head'}, button, element('label', {}, box, `${map.layer + 1}.${map.head + 1}`));
        box.setAttribute('aria-label', words[kind] + words.comma + name);
        button.addEventListener('click', () => { this.chosen = map.key; this.showAttention(); });
        box.addEventListener('change', () => {
          if (box.checked) this.off.delete(map.key); else this.off.add(map.key);
          this.ask(performance.now());
        });
        this.heads.set(map.key, {canvas, box, button, figure});
        list.append(figure);
      }
      this.attention.append(list);
    }
  }
  showLarge(map) {
    if (!map) return this.large.replaceChildren();
    const {source, read, written} = this.answer;
    const targets = read.map((token, i) => `${token} → ${written[i]}`);
    const tokens = axis => axis === 'source' ? source : map.kind === 'decoder' ? read : targets;
    const rows = map.kind === 'decoder' ? targets : tokens(map.step.rows), columns = tokens(map.step.columns);
    const name = words[map.kind] + words.comma + words.place(map.layer + 1, map.head + 1);
    this.drawMap(this.large, name, {name, rows, columns, weights: numbersOf(map.matrix), rowTitle: words[map.step.rows], columnTitle: words[map.step.columns]});
    this.large.insertBefore(colourBar(), this.large.children[1]);
  }
  drawMap(place, title, shown) {
    if (!place.map) {
      place.map = svgElement('svg', {class: 'map', tabindex: 0, role: 'img'});
      place.value = element('p', {class: 'value'});
      place.room = element('div', {class: 'scroll'}, place.map);
    }
    place.replaceChildren(element('h4', {}, title), place.value, place.room);
    place.value.textContent = '\u00a0';
    drawHeatmap(place.map, shown, Math.min(640, this.width || 340), (row, column) => {
      place.value.textContent = `${shown.rows[row]}, ${shown.names ? shown.names[column] : shown.columns[column]}: ${digits(shown.weights[row][column])}`;
    });
  }

  showGates() {
    const steps = this.answer.steps.filter(step => step.isWeight && !step.attention);
    const made = steps.flatMap(step => step.layers.map(([matrix], layer) => {
      const name = titleOf(step) + words.comma + words.place(layer + 1);
      const canvas = element('canvas', {role: 'img', 'aria-label': name});
      paint(canvas, matrix);
      const rest = matrix.all > matrix.columns ? [element('p', {class: 'note'}, words.first(matrix.columns, matrix.all))] : [];
      return [element('h4', {}, name), canvas, ...rest];
    }).flat());
    this.gates.replaceChildren(...(made.length ? [element('h3', {}, words.gates), element('p', {class: 'note'}, words.gatesMeaning), colourBar(), element('div', {class: 'gates'}, ...made)] : []));
  }

  showNumbers() {
    const {steps} = this.answer, at = this.numbers;
    const step = steps.find(step => step.name === at.step) || steps.find(step => step.isWeight) || steps[0];
    const choice = (name, options, value) => {
      const select = element('select', {'data-key': 'number' + name, 'aria-label': words[name]}, ...options.map((text, i) => element('option', {value: i}, text)));
      select.value = value;
      select.addEventListener('change', () => {
        at[name] = name === 'step' ? steps[select.value].name : Number(select.value);
        this.ask(performance.now());
      });
      return select;
    };
    at.layer = Math.min(at.layer, step.layers.length - 1);
    at.head = Math.min(at.head, step.layers[at.layer].length - 1);
    const matrix = step.layers[at.layer][at.head];
    const numbered = (count, place) => Array.from({length: count}, (_, i) => place(i + 1));
    const formula = element('div', {class: 'scroll', tabindex: 0, role: 'group', 'aria-label': words.step});
    formula.innerHTML = `<math display="block">${step.formula}</math>`;
    if (!this.mapOfNumbers) this.mapOfNumbers = element('div', {});
    this.every.replaceChildren(element('h3', {}, words.numbers),
                               element('div', {class: 'choices'}, choice('step', steps.map(titleOf), steps.indexOf(step)), choice('layer', numbered(step.layers.length, layer => words.place(layer)), at.layer),
                                       choice('head', numbered(step.layers[at.layer].length, words.headAt), at.head)),
                               element('p', {}, step.meaning), formula, this.mapOfNumbers);
    if (!matrix) return this.mapOfNumbers.replaceChildren();
    const weights = numbersOf(matrix), tokens = {source: this.answer.source, target: this.answer.read};
    const names = tokens[step.columns] || weights[0].map((_, j) => String(j));
    const columns = tokens[step.columns] || names.map((text, j) => names.length > 12 && j % 8 ? '' : text);
    this.drawMap(this.mapOfNumbers, titleOf(step), {
      name: titleOf(step), weights, columns, names, rows: tokens[step.rows] || weights.map((_, i) => String(i)),
      colour: step.isWeight ? null : value => signed(value, matrix.largest), rowTitle: words[step.rows], columnTitle: words[step.columns]});
    this.mapOfNumbers.insertBefore(step.isWeight ? colourBar() : signedBar(matrix.largest), this.mapOfNumbers.children[1]);
    if (matrix.all > matrix.columns) this.mapOfNumbers.append(element('p', {class: 'note'}, words.first(matrix.columns, matrix.all)));
  }
}

// --- The page.

const times = [];  // times of the changes, in milliseconds
function noteTime(since, ofModel) {
  const all = performance.now() - since;
  times.push(all);
  byId('status').textContent = words.milliseconds(Math.round(all), Math.round(ofModel));
}
const panels = data.models.map((model, i) => new Panel(model, i));
function change() {
  for (const name in kSliders) byId(name + '-value').textContent = moved.has(name) ? valueOf(name) : presets(name).join(' · ');
  showLinks();
  const since = performance.now();
  for (const panel of panels) panel.ask(since);
}
// Links to the other pages about a model, or about all models (null), with the sentence.
const linkTo = (file, name) => element('a', {href: file + '?' + new URLSearchParams({text: byId('text').value})}, name);
const linksOf = number => data.links.filter(link => link.model === number).map(link => linkTo(link.file, link.name));
function showLinks() {
  byId('links').replaceChildren(linkTo('index.html', words.contents), ...linksOf(null));
  for (const panel of panels) panel.links.replaceChildren(...linksOf(panel.number));
}
// A switch is disabled if no model has the part that it switches off.
function showSwitches() {
  for (const name of kSwitches) {
    const box = byId('switch-' + name), has = panels.some(panel => panel.answer?.switches.includes(name));
    box.disabled = !has && box.checked && panels.every(panel => panel.answer);
    box.parentNode.title = has || !panels.every(panel => panel.answer) ? '' : words.hasNone;
  }
}
function reset() {
  moved.clear();
  for (const name in kSliders) byId(name).value = presets(name)[0];
  for (const name of kSwitches) byId('switch-' + name).checked = true;
  for (const panel of panels) {
    panel.off.clear();
    panel.prefix = [];
    panel.forced = '';
  }
}

// --- The reader's changes, stored in the address.

function remember() {
  const kept = new URLSearchParams({text: byId('text').value});
  for (const name of moved) kept.set(name, valueOf(name));
  for (const name of kSwitches) if (!byId('switch-' + name).checked) kept.append('without', name);
  for (const {number, off, prefix} of panels) {
    if (off.size) kept.set('off' + number, [...off].join());
    if (prefix.length) kept.set('forced' + number, prefix.join());
  }
  history.replaceState(null, '', '#' + kept);
}
function recall() {
  const kept = new URLSearchParams(location.hash.slice(1)), list = name => (kept.get(name) || '').split(',').filter(Boolean);
  if (kept.has('text')) byId('text').value = kept.get('text');
  for (const name in kSliders) {
    const value = Number(kept.get(name) || NaN), slider = byId(name);
    if (!(value >= Number(slider.min) && value <= Number(slider.max))) continue;  // not written by this page
    slider.value = value;
    move(name);
  }
  for (const name of kept.getAll('without')) if (kSwitches.includes(name)) byId('switch-' + name).checked = false;
  for (const panel of panels) {
    panel.off = new Set(list('off' + panel.number));
    panel.prefix = list('forced' + panel.number).map(Number);
  }
}
byId('links').setAttribute('aria-label', words.contents);
for (const part of document.querySelectorAll('[data-word]')) part.textContent = words[part.dataset.word];
byId('models').append(...panels.map(panel => panel.root));
byId('switches').append(...kSwitches.map(name => element('label', {}, element('input', {type: 'checkbox', id: 'switch-' + name}), ' ' + words[name])));
byId('beam').max = data.beamLimit;
byId('penalty').max = Math.max(2, ...presets('penalty'));
byId('text').value = data.text;
byId('changes').addEventListener('input', event => {
  if (event.target.id in kSliders) move(event.target.id);
  change();
});
byId('changes').addEventListener('submit', event => event.preventDefault());
byId('reset').addEventListener('click', () => { reset(); change(); });
addEventListener('resize', () => {
  for (const panel of panels) {
    panel.width = undefined;
    if (panel.answer) panel.show();
  }
});
addEventListener('hashchange', () => { reset(); recall(); change(); });
reset();
recall();
change();
