// A translator in its own worker, so that a page never waits for it. Types are in regard.d.ts.
import { Cancelled, RegardError } from "./regard.js";

export class RemoteTranslator {
  #worker = new Worker(new URL("regard_worker.js", import.meta.url), { type: "module" });
  #calls = new Map();
  #last = 0;
  /** Use load(). */
  constructor() {
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    this.#worker.onerror = (event) => {
      const error = new RegardError({ what: event.message || "the worker could not start", where: "regard_worker.js" });
      for (const { fail } of this.#calls.values()) fail(error);
      this.#calls.clear();
    };
  }

  static async load(files, { onProgress, onWarning = console.warn, ...options } = {}) {
    const translator = new RemoteTranslator();
    try {
      Object.assign(translator, await translator.#call("load", [files, options], { onProgress, onWarning }));
      return translator;
    } catch (error) {
      translator.free();
      throw error;
    }
  }

  translate(line, options = {}) {
    return this.#call("translate", [line, options]);
  }

  async translateText(text, { onSentence, signal, ...options } = {}) {
    const result = await this.#call("translateText", [text, options], { onSentence }, signal);
    this.memory = result.memory;
    return result;
  }

  free() {
    this.#worker.terminate();
    for (const { fail } of this.#calls.values()) fail(new Cancelled());
    this.#calls.clear();
  }

  #call(method, values, events = {}, signal = undefined) {
    if (signal?.aborted) return Promise.reject(new Cancelled());
    const call = ++this.#last;
    const cancel = () => this.#worker.postMessage({ cancel: call });
    signal?.addEventListener("abort", cancel, { once: true });
    return new Promise((succeed, fail) => {
      this.#calls.set(call, { succeed, fail, events });
      this.#worker.postMessage({ call, method, values });
    }).finally(() => signal?.removeEventListener("abort", cancel));
  }

  #receive({ call, event, value, values, result, error }) {
    const waiting = this.#calls.get(call);
    if (!waiting) return;
    if (event) {
      waiting.events[event]?.(...(values ?? [value]));
      return;
    }
    this.#calls.delete(call);
    if (!error) waiting.succeed(result);
    else waiting.fail(error.cancelled ? new Cancelled() : new RegardError(error));
  }
}
