// The worker of a RemoteTranslator: a translator that answers {call} with {call, result}, {call, error} or {call, event}.
import { Cancelled, RegardError, Translator } from "./regard.js";

let translator;
const running = new Map(); // call -> its AbortController

const methods = {
  async load(call, files, options) {
    const tell = (name) => (value) => postMessage({ call, event: name, value });
    translator = await Translator.load(files, { ...options, onProgress: tell("onProgress"), onWarning: tell("onWarning") });
    return { architecture: translator.architecture, memory: translator.memory };
  },
  async translate(call, line, options) {
    return translator.translate(line, options);
  },
  async translateText(call, text, options) {
    const { signal } = running.get(call);
    const onSentence = (...values) => postMessage({ call, event: "onSentence", values });
    const result = await translator.translateText(text, { ...options, onSentence, signal });
    return { ...result, memory: translator.memory };
  },
};

function described(error) {
  if (error instanceof Cancelled) return { cancelled: true };
  if (error instanceof RegardError) return { what: error.what, where: error.where, remedy: error.remedy };
  return { what: error?.message ?? String(error) };
}

onmessage = async ({ data: { call, method, values, cancel } }) => {
  if (cancel !== undefined) {
    running.get(cancel)?.abort();
    return;
  }
  running.set(call, new AbortController());
  try {
    postMessage({ call, result: await methods[method](call, ...values) });
  } catch (error) {
    postMessage({ call, error: described(error) });
  } finally {
    running.delete(call);
  }
};
