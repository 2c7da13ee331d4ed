// A text whose words are elements, with attention weights as the shade behind them. The page without a server uses this file, too.

/** The nodes of `text`, with make(word, index) for each of `words`; undefined if `words` are not the text's words, separated by white space. */
export function wordNodes(text, words, make) {
  const parts = text.split(/(\s+)/);
  const written = parts.filter((part) => /\S/.test(part));
  if (words === undefined || written.length !== words.length) return undefined;
  let index = 0;
  return parts.map((part) => (/\S/.test(part) ? make(part, index++) : document.createTextNode(part)));
}

/** Shades each element by its weight relative to the largest one; without weights, removes the shades. */
export function shade(elements, weights = []) {
  const largest = Math.max(...weights, 1e-6);
  elements.forEach((element, index) => {
    const share = (weights[index] ?? 0) / largest;
    element.style.backgroundColor = share > 0.02 ? `rgb(var(--accent) / ${(0.45 * share).toFixed(3)})` : "";
  });
}

/** The words with the largest weights: "cat 83 %, the 12 %". */
export function mostAttended(words, weights, count = 2) {
  const order = [...weights.keys()].sort((one, other) => weights[other] - weights[one]).slice(0, count);
  return order.map((at) => `${words[at]} ${(100 * weights[at]).toFixed(0)} %`).join(", ");
}
