// Shows how likely a word is right as a line below the word, and what may be wrong with a line as text.

const DOUBTFUL = 0.5;
const VERY_DOUBTFUL = 0.25;

const WARNINGS = {
  unknown_words: "the model does not know a word",
  wrong_language: "a translation is in another language",
  repeats: "a translation repeats itself",
  lost_number: "a number is missing",
  lost_name: "a name may be missing",
  too_short: "a translation is far shorter than its source",
  too_long: "a translation is far longer than its source",
  untranslated: "words are left untranslated",
};

export const percent = (confidence) => `${(100 * confidence).toFixed(0)} %`;

/** Marks a word that is probably wrong, and tells how likely it is right, or that it is from the glossary. */
export function markDoubt(element, confidence) {
  if (confidence === undefined) return;
  if (confidence === null) {
    element.title = "from the glossary";
    return;
  }
  element.classList.toggle("doubtful", confidence < DOUBTFUL);
  element.classList.toggle("very-doubtful", confidence < VERY_DOUBTFUL);
  element.title = `${percent(confidence)} likely right`;
}

/** The warnings about some lines, without duplicates. */
export function warningsOf(lines) {
  const flags = new Set(lines.flatMap((line) => line?.flags ?? []));
  if (lines.some((line) => line?.repeats)) flags.add("repeats");
  if (lines.some((line) => line?.short)) flags.add("too_short");
  return Object.keys(WARNINGS)
    .filter((flag) => flags.has(flag))
    .map((flag) => WARNINGS[flag]);
}
