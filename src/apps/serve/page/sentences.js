// The sentences of a translated line. The server translates each one by itself, so a sentence's words attend only to its own source words.

/** Sentences as [{ source: [begin, end], target: [begin, end] }] in words; undefined if attention does not show the right number of them. */
export function sentencesOf({ sentences, sourceWords }, { words, attention }) {
  const whole = { source: [0, sourceWords.length], target: [0, words.length] };
  if (sentences === 1) return [whole];
  if (!attention) return undefined;
  const found = [];
  attention.forEach((weights, row) => {
    const begin = weights.findIndex((weight) => weight > 0);
    const end = weights.findLastIndex((weight) => weight > 0) + 1;
    const last = found.at(-1);
    if (last && begin < last.source[1]) {
      last.source = [Math.min(begin, last.source[0]), Math.max(end, last.source[1])];
      last.target[1] = row + 1;
    } else {
      found.push({ source: [begin, end], target: [row, row + 1] });
    }
  });
  return found.length === sentences ? found : undefined;
}

/** A line's candidate with a different translation of one of its sentences. */
export function withSentence(candidate, { source, target }, sentence, sourceCount) {
  const [begin, end] = target;
  const replaced = (all, some) => [...all.slice(0, begin), ...some, ...all.slice(end)];
  const words = replaced(candidate.words, sentence.words);
  const rows = sentence.attention?.map((weights) => {
    const row = new Array(sourceCount).fill(0);
    weights.forEach((weight, at) => (row[source[0] + at] = weight));
    return row;
  });
  const attention = rows && candidate.attention && replaced(candidate.attention, rows);
  const whole = begin === 0 && end === candidate.words.length;
  return { text: whole ? sentence.text : words.join(" "), words, attention, score: whole ? sentence.score : undefined };
}
