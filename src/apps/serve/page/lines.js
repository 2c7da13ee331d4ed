// A text is translated line by line: line breaks stay, a change requires only one new translation, and a long text appears gradually.

const LINES_AT_ONCE = 16;

export const chosenText = (line) => line.chosen?.text ?? "";

const wordsOf = (text) => text.split(/\s+/).filter(Boolean);

/** A candidate of an answer, with its words, and with its attention only if that has a row for each word: some models have no attention. */
export function candidateOf({ text, score, words, attention, confidence, word_confidences: confidences }) {
  const found = wordsOf(text);
  const isWhole = words?.length === found.length && attention?.length === found.length;
  const isJudged = confidences?.length === found.length;
  return { text, score, words: found, attention: isWhole ? attention : undefined, confidence, confidences: isJudged ? confidences : undefined };
}

/** The words of a source are those of its text. If the model reads others, attention cannot be shown. A text that was not searched,
    such as that of a translation memory, is its own candidate. */
function lineOf(source, { text = "", candidates, source_words: sourceWords = wordsOf(source), sentences = 1, ...signs }) {
  const { repeats = false, short = false, flags = [], matches = [], looks_like: looksLike } = signs;
  const found = (candidates.length === 0 && text ? [{ text }] : candidates).map(candidateOf);
  return { source, sourceWords, sentences, repeats, short, flags, matches, looksLike, candidates: found, chosen: found[0] };
}

/** Lines of an earlier translation, each to be taken once. */
class KnownLines {
  #lines = new Map();
  constructor(lines) {
    for (const line of lines) this.#lines.set(line.source, [...(this.#lines.get(line.source) ?? []), line]);
  }
  take(source) {
    return this.#lines.get(source)?.shift();
  }
}

/**
 * Translates the lines of `text` that are not in `known`. ask(lines) resolves to an answer of /v1/translate. onProgress is called
 * with all lines whenever some are new; pending ones are undefined. Resolves to the milliseconds that the server took.
 */
export async function translateLines({ text, known, ask, onProgress }) {
  const sources = text.split("\n");
  const earlier = new KnownLines(known);
  const lines = sources.map((source) => (source.trim() === "" ? lineOf(source, { candidates: [] }) : earlier.take(source)));
  const missing = [...lines.keys()].filter((index) => lines[index] === undefined);
  let milliseconds;
  for (let first = 0; first < missing.length; first += LINES_AT_ONCE) {
    const some = missing.slice(first, first + LINES_AT_ONCE);
    const answer = await ask(some.map((index) => sources[index]));
    milliseconds = (milliseconds ?? 0) + answer.milliseconds;
    some.forEach((index, at) => (lines[index] = lineOf(sources[index], answer.translations[at])));
    if (first + LINES_AT_ONCE < missing.length) onProgress([...lines]);
  }
  onProgress(lines);
  return milliseconds;
}
