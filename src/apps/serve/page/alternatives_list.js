// A list that opens below a word: alternative continuations of the translation from that word on.
import { messageOf } from "./problem.js";
import { waitInWords } from "./server.js";

export class AlternativesList {
  #element;
  #list;
  #status;
  #anchor;
  #choose;
  #onClose;
  #items = [];
  #active = -1;
  #controller = new AbortController();
  #prefix;

  /** `element` contains a listbox and a status line; `name` distinguishes its options' ids from those of other lists. */
  constructor(element, name, onClose) {
    this.#onClose = onClose;
    this.#element = element;
    this.#list = element.querySelector("[role=listbox]");
    this.#status = element.querySelector("[role=status]");
    this.#prefix = `${name}-alternative-`;
    this.#list.addEventListener("keydown", (event) => this.#onKey(event));
    this.#list.addEventListener("click", ({ target }) => {
      const option = target.closest("[role=option]");
      if (option) this.#take(Number(option.dataset.index));
    });
    element.addEventListener("focusout", ({ relatedTarget }) => {
      if (!element.contains(relatedTarget)) this.close();
    });
  }

  /**
   * Opens below `anchor`. load({ signal, onWait }) resolves to items { begin, rest, note }: the words up to where the alternatives differ, the words
   * after them, and a remark.
   */
  async open({ anchor, label, load, choose }) {
    this.close();
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    this.#anchor = anchor;
    this.#choose = choose;
    this.#list.setAttribute("aria-label", label);
    this.#list.setAttribute("aria-busy", "true");
    anchor.setAttribute("aria-expanded", "true");
    this.#status.textContent = "Looking for alternatives…";
    this.#element.hidden = false;
    this.#position();
    this.#list.focus({ preventScroll: true });
    try {
      const onWait = (wait) => (this.#status.textContent = waitInWords(wait));
      this.#show(await load({ signal, onWait }));
    } catch (error) {
      if (!signal.aborted) this.#status.textContent = messageOf(error);
    }
  }

  close() {
    if (this.#element.hidden) return;
    this.#controller.abort();
    this.#element.hidden = true;
    this.#list.replaceChildren();
    this.#list.removeAttribute("aria-activedescendant");
    this.#items = [];
    this.#anchor.removeAttribute("aria-expanded");
    this.#onClose();
  }

  #show(items) {
    if (this.#element.hidden) return;
    this.#items = items;
    this.#list.removeAttribute("aria-busy");
    this.#status.textContent = items.length === 0 ? "There are no alternatives here." : "";
    this.#list.replaceChildren(...items.map((item, index) => this.#optionOf(item, index)));
    this.#activate(0);
    this.#position();
  }

  #optionOf({ begin, rest, note }, index) {
    const option = Object.assign(document.createElement("li"), { id: this.#prefix + index, role: "option" });
    option.dataset.index = index;
    const span = (className, ...content) => {
      const element = Object.assign(document.createElement("span"), { className });
      element.append(...content);
      return element;
    };
    option.append(span("continuation", span("begin", begin), " ", rest), " ", span("note", note));
    return option;
  }

  #activate(index) {
    this.#active = index;
    [...this.#list.children].forEach((option, at) => option.setAttribute("aria-selected", String(at === index)));
    const option = this.#list.children[index];
    if (!option) return;
    this.#list.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  }

  #onKey(event) {
    const last = this.#items.length - 1;
    const goal = { ArrowDown: Math.min(this.#active + 1, last), ArrowUp: Math.max(this.#active - 1, 0), Home: 0, End: last }[event.key];
    if (goal !== undefined) this.#activate(goal);
    else if (event.key === "Enter" || event.key === " ") this.#take(this.#active);
    else if (event.key === "Escape" || event.key === "Tab") this.#anchor.focus();
    else return;
    if (event.key !== "Tab") event.preventDefault();
  }

  #take(index) {
    const item = this.#items[index];
    if (!item) return;
    this.close();
    this.#choose(item);
  }

  /** Places the list below the word and inside the box that contains both. */
  #position() {
    const { offsetLeft, offsetTop, offsetHeight } = this.#anchor;
    const free = this.#element.offsetParent.clientWidth - this.#element.offsetWidth;
    this.#element.style.left = `${Math.max(0, Math.min(offsetLeft, free))}px`;
    this.#element.style.top = `${offsetTop + offsetHeight + 4}px`;
    this.#element.scrollIntoView({ block: "nearest" });
  }
}
