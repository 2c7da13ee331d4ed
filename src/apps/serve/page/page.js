// The translator: text typed on the left is translated on the right, by one model or two.
import { Announcer } from "./announcer.js";
import { Files } from "./files.js";
import { History } from "./history.js";
import { kept } from "./kept.js";
import { Languages, languageName } from "./languages.js";
import { Problem, messageOf } from "./problem.js";
import { listenToSettings } from "./settings.js";
import { Server, waitInWords } from "./server.js";
import { SourceBox } from "./source_box.js";
import { listenToTheme } from "./theme.js";
import { TranslationPane } from "./translation_pane.js";

const DELAY = 250; // milliseconds after the last key
const NEAR_LIMIT = 0.8; // share of the allowed characters from which the count is shown
const SETTLED = 1500; // milliseconds after which a translation is remembered
const DETECTED_CHARACTERS = 1000;

const find = (selector) => document.querySelector(selector);
const server = new Server();
const announcer = new Announcer(find("#announcement"));
let controller = new AbortController();
let waiting;
let settling;
let characterLimit = -1;

const settings = listenToSettings({ server, onSearch: () => soon(), onKey: () => start() });
const compare = find("#compare");
compare.checked = kept.get("compare", false);

const source = new SourceBox(find("#source"), find("#source-copy"), {
  onInput: () => soon(),
  onAttend: (line, word) => panes.forEach((pane) => pane.shadeFor(line, word)),
});
const languages = new Languages(
  { from: find("#from"), to: find("#to"), swap: find("#swap") },
  { onChange: () => translate(), onSwap: () => (source.text = panes[0].text || source.text) },
);
const panes = ["first", "second"].map(
  (name) =>
    new TranslationPane(name, {
      server,
      options: settings.search,
      onAttend: (line, weights) => source.shade(line, weights),
      onChange: () => settle(),
      onModel: (model) => {
        kept.set(`model.${name}.${directionName()}`, model);
        translate();
      },
    }),
);
const history = new History(find("#history"), ({ source: from, target, text }) => {
  languages.choose(from, target);
  source.text = text;
  find("#source").focus();
  translate();
});
const files = new Files(find("#files"), { server, direction: () => ({ source: find("#from").value, target: find("#to").value }) });

const directionName = () => `${languages.direction.source}-${languages.direction.target}`;
const usedPanes = () => panes.slice(0, isComparing() ? 2 : 1);
const isComparing = () => compare.checked && languages.candidates.length > 1;

function say(text = "", isError = false) {
  const status = find("#status");
  if (status.textContent !== text) status.textContent = text;
  status.classList.toggle("error", isError);
}

function report(error) {
  say(messageOf(error), true);
  if (error.isAboutTheKey) settings.askForKey();
}

function offerModels() {
  const models = languages.candidates;
  compare.disabled = models.length < 2;
  panes.forEach((pane, index) => pane.offer(models, kept.get(`model.${pane.element.id}.${directionName()}`, models[index]?.name)));
  panes[1].element.hidden = !isComparing();
  find("#translator").classList.toggle("comparing", isComparing());
  source.language = languages.direction.source ?? "";
}

async function detect(text, request) {
  const body = { q: text.slice(0, DETECTED_CHARACTERS) };
  const [{ language }] = await server.ask("detect", { body, ...request });
  languages.detected = language;
  if (languages.candidates.length === 0) {
    throw new Problem(`This looks like ${languageName(language)}, but no model here translates it. If that is wrong, choose the language.`);
  }
}

/** The first line that looks like text in a language other than the chosen one. */
function doubtAbout(lines) {
  const language = lines.find((line) => line?.looksLike)?.looksLike;
  if (language === undefined) return "";
  return `This looks like ${languageName(language)}, but is translated from ${languageName(languages.direction.source)}.`;
}

/** Translates the current text, and cancels the previous request. */
async function translate() {
  clearTimeout(waiting);
  clearTimeout(settling);
  controller.abort();
  controller = new AbortController();
  announcer.hush();
  const { signal } = controller;
  const { text } = source;
  const onWait = (wait) => signal.aborted || say(waitInWords(wait));
  const sizes = countCharacters(text);
  say(sizes.problem, Boolean(sizes.problem));
  if (text.trim() === "" || sizes.problem) {
    offerModels();
    for (const pane of panes) pane.clear();
    return;
  }
  try {
    if (languages.isDetecting) await detect(text, { signal, onWait });
    if (signal.aborted) return;
    offerModels();
    const { direction } = languages;
    const work = usedPanes().map((pane) => pane.translate({ text, direction, signal, onWait }));
    const failed = (await Promise.allSettled(work)).find(({ status }) => status === "rejected");
    if (signal.aborted) return;
    const shown = usedPanes().find(({ lines }) => lines.length > 0);
    if (shown) source.showWords(shown.lines);
    if (failed) throw failed.reason;
    say(doubtAbout(shown?.lines ?? []));
    settle();
  } catch (error) {
    if (signal.aborted) return;
    if (languages.candidates.length === 0) for (const pane of panes) pane.clear();
    report(error);
  }
}

function soon() {
  controller.abort(); // its answer is no longer needed
  clearTimeout(settling);
  announcer.hush();
  countCharacters(source.text);
  clearTimeout(waiting);
  waiting = setTimeout(translate, DELAY);
}

/** Announces the translation, and adds it to the history once it has not changed for a while. */
function settle() {
  const parts = usedPanes().map((pane) => (isComparing() ? `${pane.model}: ${pane.text}` : pane.text));
  announcer.say(parts.join("\n"), languages.direction.target);
  clearTimeout(settling);
  settling = setTimeout(() => history.add({ ...languages.direction, text: source.text, translation: panes[0].text }), SETTLED);
}

function countCharacters(text) {
  const count = [...text].length;
  find("#clear").hidden = count === 0;
  const isLimited = characterLimit > 0;
  find("#count").textContent = isLimited && count > NEAR_LIMIT * characterLimit ? `${count.toLocaleString("en")} of ${characterLimit.toLocaleString("en")}` : "";
  if (!isLimited || count <= characterLimit) return { problem: "" };
  return { problem: `The text has ${count.toLocaleString("en")} characters, but the server accepts ${characterLimit.toLocaleString("en")} at once.` };
}

/** Asks the server for its models and languages. */
async function start() {
  const request = { onWait: (wait) => say(waitInWords(wait)) };
  try {
    const frontend = await server.ask("frontend/settings", request);
    characterLimit = frontend.charLimit ?? -1;
    find("#files").hidden = !frontend.filesTranslation;
    files.formats = frontend.supportedFilesFormat ?? [];
    if (frontend.keyRequired) settings.askForKey();
    const { models } = await server.ask("v1/models", request);
    languages.models = models;
    if (models.length === 0) throw new Problem("The server has no models.");
    translate();
  } catch (error) {
    report(error);
  }
}

find("#panes").append(...panes.map(({ element }) => element));
listenToTheme(find("#theme"));
compare.addEventListener("change", () => {
  kept.set("compare", compare.checked);
  translate();
});
find("#clear").addEventListener("click", () => {
  source.text = "";
  find("#source").focus();
  translate();
});
start();
