// node translate.mjs SITE MODEL BEAM < lines: translates with the module in SITE, and writes {lines, seconds (of CPU
// time), memory, attended} as JSON, or, as "error", the exception that loading MODEL throws.
import { readFile, readdir } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [site, model, beam] = process.argv.slice(2);
const { RegardError, Translator } = await import(pathToFileURL(`${site}/regard.js`));

const files = {};
if (model.endsWith(".regard")) files["model.regard"] = await readFile(model);
else for (const entry of await readdir(model, { withFileTypes: true })) {
  if (entry.isFile()) files[entry.name] = await readFile(`${model}/${entry.name}`);
}
try {
  const translator = await Translator.load(files, { name: "model" });
  const lines = readFileSync(0, "utf8").split("\n").slice(0, -1);
  const options = { beamSize: Number(beam) };
  translator.translate(lines.slice(0, 20), options); // warm-up: compiles the module
  const begin = process.cpuUsage();
  const texts = translator.translate(lines, options).map(({ text }) => text);
  const { user, system } = process.cpuUsage(begin);
  const attended = translator.translate(lines[0], { ...options, attention: true, confidence: true, nBest: Math.min(2, Number(beam)) });
  console.log(JSON.stringify({ lines: texts, seconds: (user + system) / 1e6, memory: translator.memory, attended }));
} catch (error) {
  if (!(error instanceof RegardError)) throw error;
  const { what, where, remedy } = error;
  console.log(JSON.stringify({ error: { what, where, remedy } }));
}
