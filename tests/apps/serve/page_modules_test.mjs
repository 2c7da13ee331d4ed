// Computations of the page's modules without a page, compared with straightforward ones.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

/** Node.js treats a .js file as a module only if a package.json says so; the page has none. */
async function moduleOfPage(name) {
  const source = await readFile(new URL(`../../../src/apps/serve/page/${name}`, import.meta.url), "base64");
  return import(`data:text/javascript;base64,${source}`);
}

const { candidateOf, translateLines, chosenText } = await moduleOfPage("lines.js");
const { markDoubt, warningsOf } = await moduleOfPage("doubt.js");
const { sentencesOf, withSentence } = await moduleOfPage("sentences.js");

/** The same numbers in every run: Lehmer's generator. */
function randomNumbers(seed) {
  let state = seed;
  return (below) => (state = (state * 48271) % 2147483647) % below;
}

/** Sentences that attend only to their own words, joined into one line. */
function randomLine(random) {
  const parts = Array.from({ length: 1 + random(4) }, () => ({ source: 1 + random(6), target: 1 + random(6) }));
  const sourceWords = [];
  const words = [];
  const attention = [];
  const expected = [];
  const all = parts.reduce((sum, { source }) => sum + source, 0);
  for (const { source, target } of parts) {
    expected.push({ source: [sourceWords.length, sourceWords.length + source], target: [words.length, words.length + target] });
    for (let row = 0; row < target; ++row) {
      const weights = new Array(all).fill(0);
      for (let at = 0; at < source; ++at) weights[sourceWords.length + at] = 1 / source;
      attention.push(weights);
      words.push(`t${words.length}`);
    }
    for (let at = 0; at < source; ++at) sourceWords.push(`s${sourceWords.length}`);
  }
  return { line: { sentences: parts.length, sourceWords }, candidate: { text: words.join(" "), words, attention, score: -1 }, expected };
}

function attentionShowsWhichWordsBelongToASentence() {
  const random = randomNumbers(7);
  for (let time = 0; time < 500; ++time) {
    const { line, candidate, expected } = randomLine(random);
    assert.deepEqual(sentencesOf(line, candidate), expected);
  }
}

function sentencesThatCannotBeToldApartAreNone() {
  const line = { sentences: 2, sourceWords: ["a", "b"] };
  const rows = [[0.5, 0.5], [0.5, 0.5]];
  assert.equal(sentencesOf(line, { words: ["x", "y"], attention: rows }), undefined);
  assert.equal(sentencesOf(line, { words: ["x", "y"] }), undefined);
}

function anotherTranslationOfASentenceLeavesTheOthers() {
  const random = randomNumbers(11);
  for (let time = 0; time < 500; ++time) {
    const { line, candidate, expected } = randomLine(random);
    const which = random(expected.length);
    const sentence = expected[which];
    const count = 1 + random(5);
    const width = sentence.source[1] - sentence.source[0];
    const words = Array.from({ length: count }, (_, at) => `new${at}`);
    const attention = words.map(() => new Array(width).fill(1 / width));
    const other = { text: words.join(" "), words, attention, score: -2 };
    const replaced = withSentence(candidate, sentence, other, line.sourceWords.length);
    const before = candidate.words.slice(0, sentence.target[0]);
    const after = candidate.words.slice(sentence.target[1]);
    assert.equal(replaced.text, [...before, ...words, ...after].join(" "));
    assert.equal(replaced.attention.length, replaced.words.length);
    const shift = count - (sentence.target[1] - sentence.target[0]);
    const moved = expected.map(({ source, target: [begin, end] }, at) => ({
      source,
      target: [begin + (at > which ? shift : 0), end + (at >= which ? shift : 0)],
    }));
    assert.deepEqual(sentencesOf(line, replaced), moved);
  }
}

async function anEditedTextGivesWhatTranslatingAllOfItGives() {
  const random = randomNumbers(23);
  let known = [];
  for (let time = 0; time < 200; ++time) {
    const text = Array.from({ length: random(40) }, () => ["", "one", "two", "three", " ", "four five"][random(6)]).join("\n");
    const asked = [];
    const ask = async (lines) => {
      asked.push(...lines);
      assert.ok(lines.length <= 16);
      return { milliseconds: 1, translations: lines.map((line) => ({ candidates: [{ text: line.toUpperCase() }], source_words: line.split(" ") })) };
    };
    const earlier = known.map(({ source }) => source);
    const milliseconds = await translateLines({ text, known, ask, onProgress: (lines) => (known = lines) });
    assert.deepEqual(known.map(chosenText), text.split("\n").map((line) => (line.trim() ? line.toUpperCase() : "")));
    assert.equal(new Set(known).size, known.length);
    assert.equal(milliseconds, asked.length ? Math.ceil(asked.length / 16) : undefined);
    const needed = text.split("\n").filter((line) => line.trim());
    for (const line of earlier) if (needed.includes(line)) needed.splice(needed.indexOf(line), 1);
    assert.deepEqual(asked.sort(), needed.sort());
  }
}

async function aTextThatWasNotSearchedIsItsOwnCandidate() {
  const matches = [{ score: 100, source: "a", target: "b" }];
  const ask = async () => ({ milliseconds: 1, translations: [{ text: "b", candidates: [], matches }] });
  let lines = [];
  await translateLines({ text: "a", known: [], ask, onProgress: (all) => (lines = all) });
  assert.deepEqual(lines.map(chosenText), ["b"]);
  assert.deepEqual(lines[0].matches, matches);
}

function attentionIsThereOnlyWithARowForEachWord() {
  const rows = [[1], [1]];
  assert.deepEqual(candidateOf({ text: "a b", score: -1, words: ["a", "b"], attention: rows }).attention, rows);
  const none = { attention: undefined, confidence: undefined, confidences: undefined };
  assert.deepEqual(candidateOf({ text: "a  b", score: -1 }), { text: "a  b", score: -1, words: ["a", "b"], ...none });
  assert.equal(candidateOf({ text: "a b", words: ["a", "b"], attention: [] }).attention, undefined);
  assert.equal(candidateOf({ text: "a b", words: ["ab"], attention: [[1]] }).attention, undefined);
}

function confidencesAreThereOnlyWithOneForEachWord() {
  assert.deepEqual(candidateOf({ text: "a b", word_confidences: [0.2, 0.9] }).confidences, [0.2, 0.9]);
  assert.equal(candidateOf({ text: "a b", word_confidences: [0.2] }).confidences, undefined);
}

function eachWarningIsGivenOnce() {
  assert.deepEqual(warningsOf([undefined, { flags: ["lost_number", "repeats"], repeats: true }, { flags: ["lost_number"] }]), [
    "a translation repeats itself",
    "a number is missing",
  ]);
  assert.deepEqual(warningsOf([{ short: true }]), ["a translation is far shorter than its source"]);
  assert.deepEqual(warningsOf([{ flags: [] }]), []);
}

function doubtfulWordsAreMarked() {
  const classesOf = (confidence) => {
    const classes = new Set();
    const element = { classList: { toggle: (name, on) => on && classes.add(name) } };
    markDoubt(element, confidence);
    return [[...classes], element.title];
  };
  assert.deepEqual(classesOf(0.9), [[], "90 % likely right"]);
  assert.deepEqual(classesOf(0.4), [["doubtful"], "40 % likely right"]);
  assert.deepEqual(classesOf(0.1), [["doubtful", "very-doubtful"], "10 % likely right"]);
  assert.deepEqual(classesOf(undefined), [[], undefined]);
  assert.deepEqual(classesOf(null), [[], "from the glossary"]);
}

for (const test of [
  confidencesAreThereOnlyWithOneForEachWord,
  eachWarningIsGivenOnce,
  doubtfulWordsAreMarked,
  attentionIsThereOnlyWithARowForEachWord,
  attentionShowsWhichWordsBelongToASentence,
  sentencesThatCannotBeToldApartAreNone,
  anotherTranslationOfASentenceLeavesTheOthers,
  anEditedTextGivesWhatTranslatingAllOfItGives,
  aTextThatWasNotSearchedIsItsOwnCandidate,
]) {
  await test();
  console.log(`ok ${test.name}`);
}
