// Shows the interfaces of the server as openapi.json describes them.
import "./theme.js";

const GROUPS = [
  { title: "OpenAI", fits: (path) => path.startsWith("/v1/chat") },
  { title: "regard", fits: (path) => path.startsWith("/v1/") },
  { title: "DeepL", fits: (path) => path.startsWith("/v2/") || path.startsWith("/v3/") },
  { title: "Operators", fits: (path) => ["/health", "/ready", "/metrics"].includes(path) },
  { title: "LibreTranslate", fits: () => true },
];
const SHOWN = ["regard", "LibreTranslate", "DeepL", "OpenAI", "Operators"];

function make(tag, ...children) {
  const element = document.createElement(tag);
  element.append(...children);
  return element;
}

/** The value that a reference such as "#/components/schemas/Guess" points to; any other value is returned as it is. */
function resolved(value, description) {
  const pointer = value?.$ref;
  return pointer ? pointer.slice(2).split("/").reduce((value, name) => value?.[name], description) : value;
}

function typeInWords(schema) {
  if (!schema) return "";
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  if (schema.oneOf) return schema.oneOf.map(typeInWords).join(" or ");
  if (schema.type === "array") return `list of ${typeInWords(schema.items) || "values"}`;
  if (schema.enum) return schema.enum.join(", ");
  return schema.type ?? "any value";
}

/** The fields of a request: those of its body in the first content type, and its parameters. */
function fieldsOf(operation, shared, description) {
  const content = Object.values(operation.requestBody?.content ?? {})[0];
  const schema = resolved(content?.schema, description) ?? {};
  const ofBody = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    type: typeInWords(property),
    note: property.description ?? "",
    isRequired: schema.required?.includes(name) ?? false,
  }));
  const parameters = [...shared, ...(operation.parameters ?? [])].map((parameter) => ({
    name: parameter.name,
    type: typeInWords(parameter.schema),
    note: `in the ${parameter.in}`,
    isRequired: parameter.required ?? false,
  }));
  return [...parameters, ...ofBody];
}

function tableOf(fields) {
  const cell = (tag, text) => make(tag, text);
  const head = make("tr", ...["field", "is", ""].map((text) => cell("th", text)));
  const rows = fields.map(({ name, type, note, isRequired }) =>
    make("tr", make("td", make("code", name), isRequired ? " (required)" : ""), cell("td", type), cell("td", note)),
  );
  return make("table", make("thead", head), make("tbody", ...rows));
}

function sectionOf(path, method, operation, shared, description) {
  const section = make("section", make("h3", make("code", `${method.toUpperCase()} ${path}`)), make("p", operation.summary ?? ""));
  section.className = "card";
  if (operation.description) section.append(make("p", operation.description));
  const kinds = Object.keys(operation.requestBody?.content ?? {});
  if (kinds.length > 0) section.append(make("p", `Body: ${kinds.join(", ")}.`));
  const fields = fieldsOf(operation, shared, description);
  if (fields.length > 0) section.append(tableOf(fields));
  return section;
}

function show(description) {
  const sections = new Map(SHOWN.map((title) => [title, []]));
  for (const [path, { parameters = [], ...operations }] of Object.entries(description.paths)) {
    const { title } = GROUPS.find(({ fits }) => fits(path));
    for (const [method, operation] of Object.entries(operations)) {
      sections.get(title).push(sectionOf(path, method, operation, parameters, description));
    }
  }
  const groups = [...sections].filter(([, all]) => all.length > 0);
  document.querySelector("#paths").replaceChildren(...groups.flatMap(([title, all]) => [make("h2", title), ...all]));
  document.querySelector("#about").prepend(`${description.info.description} `);
}

try {
  const answer = await fetch(new URL("v1/openapi.json", document.baseURI));
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  show(await answer.json());
} catch (error) {
  const status = document.querySelector("#status");
  status.textContent = `The interfaces cannot be shown: ${error.message}`;
  status.classList.add("error");
}
