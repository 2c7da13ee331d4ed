// Earlier texts and their translations, stored only in this browser.
import { kept } from "./kept.js";
import { languageName } from "./languages.js";

const MOST_ENTRIES = 50;
const LONGEST_TEXT = 5000;

export class History {
  #element;
  #entries = kept.get("history", []);
  #onRestore;

  constructor(element, onRestore) {
    this.#element = element;
    this.#onRestore = onRestore;
    const keep = element.querySelector("[name=keep]");
    keep.checked = kept.get("keepHistory", true);
    keep.addEventListener("change", () => {
      kept.set("keepHistory", keep.checked);
      if (!keep.checked) this.clear();
      this.#show();
    });
    element.querySelector(".clear").addEventListener("click", () => this.clear());
    this.#show();
  }

  /** `entry` is { source, target, text, translation }: languages and texts. If a text continues the last one, it replaces that one. */
  add(entry) {
    if (!kept.get("keepHistory", true) || entry.text.length > LONGEST_TEXT) return;
    const isSame = ({ text, source, target }) => text === entry.text && source === entry.source && target === entry.target;
    const [last] = this.#entries;
    const goesOn = last && last.source === entry.source && (entry.text.startsWith(last.text) || last.text.startsWith(entry.text));
    const others = this.#entries.slice(goesOn ? 1 : 0).filter((other) => !isSame(other));
    this.#entries = [entry, ...others].slice(0, MOST_ENTRIES);
    kept.set("history", this.#entries);
    this.#show();
  }

  clear() {
    this.#entries = [];
    kept.remove("history");
    this.#show();
  }

  #show() {
    const isKept = kept.get("keepHistory", true);
    this.#element.querySelector(".clear").disabled = this.#entries.length === 0;
    this.#element.querySelector(".none").hidden = this.#entries.length > 0;
    this.#element.querySelector(".none").textContent = isKept ? "Nothing yet." : "Switched off.";
    this.#element.querySelector("ol").replaceChildren(...this.#entries.map((entry) => this.#itemOf(entry)));
  }

  #itemOf(entry) {
    const item = document.createElement("li");
    const button = Object.assign(document.createElement("button"), { type: "button", className: "entry" });
    const parts = {
      "entry-text": entry.text,
      "entry-translation": entry.translation,
      "entry-direction": `${languageName(entry.source)} to ${languageName(entry.target)}`,
    };
    for (const [name, text] of Object.entries(parts)) {
      button.append(Object.assign(document.createElement("span"), { className: name, textContent: text }), " ");
    }
    button.addEventListener("click", () => this.#onRestore(entry));
    item.append(button);
    return item;
  }
}
