// The direction of translation, among those that the served models allow.
import { kept } from "./kept.js";

export const DETECT = "auto";

const names = new Intl.DisplayNames(["en"], { type: "language" });

export function languageName(code) {
  try {
    return names.of(code);
  } catch {
    return code;
  }
}

export class Languages {
  #from;
  #to;
  #swap;
  #models = [];
  #detected;

  /** Three controls: two selects and a button. onChange() is called for a new direction, onSwap() before the two languages change places. */
  constructor({ from, to, swap }, { onChange, onSwap }) {
    this.#from = from;
    this.#to = to;
    this.#swap = swap;
    for (const [name, select] of Object.entries({ from, to })) {
      select.addEventListener("change", () => {
        kept.set(name, select.value);
        this.#detected = undefined;
        this.#offerTargets();
        onChange();
      });
    }
    swap.addEventListener("click", () => {
      const { source, target } = this.direction;
      onSwap();
      this.choose(target, source);
      onChange();
    });
  }

  set models(models) {
    this.#models = models;
    const sources = [...new Set(models.map(({ source }) => source))];
    const detect = sources.length > 1 ? [new Option("Detect language", DETECT)] : [];
    this.#from.replaceChildren(...sources.map((code) => new Option(languageName(code), code)), ...detect);
    this.choose(kept.get("from", sources[0]), kept.get("to"));
  }

  choose(from, to) {
    if ([...this.#from.options].some(({ value }) => value === from)) this.#from.value = from;
    this.#detected = undefined;
    this.#offerTargets(to);
  }

  get isDetecting() {
    return this.#from.value === DETECT;
  }

  /** Sets the detected language. If it is the target language, the target changes. */
  set detected(code) {
    this.#detected = code;
    if (code === this.#to.value) {
      const other = this.#models.find(({ source }) => source === code);
      if (other) this.#to.value = other.target;
    }
    this.#describe();
  }

  get direction() {
    const source = this.isDetecting ? this.#detected : this.#from.value;
    return { source, target: this.#to.value };
  }

  /** The models for the direction, the default one first. */
  get candidates() {
    const { source, target } = this.direction;
    const fitting = this.#models.filter((model) => model.target === target && (source === undefined || model.source === source));
    return fitting.sort((one, other) => Number(other.default ?? false) - Number(one.default ?? false));
  }

  #offerTargets(wanted = this.#to.value) {
    const from = this.#from.value;
    const targets = [...new Set(this.#models.filter(({ source }) => from === DETECT || source === from).map(({ target }) => target))];
    this.#to.replaceChildren(...targets.map((code) => new Option(languageName(code), code)));
    if (targets.includes(wanted)) this.#to.value = wanted;
    this.#describe();
  }

  #describe() {
    const { source, target } = this.direction;
    const hasReverse = this.#models.some((model) => model.source === target && model.target === source);
    this.#swap.disabled = !hasReverse;
    this.#swap.title = hasReverse || !source ? "Swap languages" : `No model here translates from ${languageName(target)} to ${languageName(source)}`;
    const detect = [...this.#from.options].find(({ value }) => value === DETECT);
    if (detect) detect.textContent = this.isDetecting && source ? `${languageName(source)} (detected)` : "Detect language";
  }
}
