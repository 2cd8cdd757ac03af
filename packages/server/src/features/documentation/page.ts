import type { OpenApiDocument } from "./document.ts";
import type { Operation } from "./operation.ts";

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const json = (value: unknown): string => `<pre>${escape(JSON.stringify(value, undefined, 2))}</pre>`;
/** Turns references to parts of a schema into links. */
const linked = (html: string): string =>
  html.replaceAll(/#\/components\/schemas\/(\w+)/g, '<a href="#schema-$1">$1</a>');

const style = `
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1d1b20 }
  details { border-top: 1px solid #ddd; padding: .4rem 0 } summary { cursor: pointer }
  code, pre { font: 13px/1.45 ui-monospace, monospace } pre { background: #f5f5f7; padding: .75rem; overflow: auto }
  td code { overflow-wrap: anywhere } b.method { display: inline-block; width: 4.5rem } table { border-collapse: collapse }
  td, th { text-align: left; padding: .15rem 1rem .15rem 0; vertical-align: top } .note { color: #57545c }`;

const parameters = (list: Operation["parameters"]): string =>
  list.length === 0
    ? ""
    : `<h4>Parameters</h4><table>${list
        .map(
          ({ name, in: place, required, schema }) =>
            `<tr><td><code>${escape(name)}</code></td><td>${place}${required ? ", required" : ""}</td><td><code>${escape(JSON.stringify(schema))}</code></td></tr>`,
        )
        .join("")}</table>`;

const answers = (responses: Operation["responses"]): string =>
  Object.entries(responses)
    .map(([status, { description, content }]) => {
      const schema = status.startsWith("2") ? content?.["application/json"]?.schema : undefined;
      return `<p><b>${status}</b> <span class="note">${escape(description)}</span></p>${schema ? linked(json(schema)) : ""}`;
    })
    .join("");

const operation = (path: string, method: string, call: Operation): string =>
  `<details id="${escape(call.operationId)}"><summary><b class="method">${method.toUpperCase()}</b> <code>${escape(path)}</code>
  <span class="note">${escape(call.operationId)}</span></summary><p>${escape(call.description)}</p>${parameters(call.parameters)}${
    call.requestBody ? `<h4>Body</h4>${linked(json(call.requestBody.content))}` : ""
  }<h4>Answers</h4>${answers(call.responses)}</details>`;

/** Shows the document as one page without a script. */
export const renderDocument = ({ info, tags, paths, components }: OpenApiDocument): string => {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, call })),
  );
  const features = tags.map(({ name }) => {
    const own = calls.filter(({ call }) => call.tags.includes(name));
    return `<h2 id="${name}">${name}</h2>${own.map(({ path, method, call }) => operation(path, method, call)).join("")}`;
  });
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details open id="schema-${name}"><summary>${name}</summary>${linked(json(schema))}</details>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(info.title)}</title><style>${style}</style></head><body><h1>${escape(info.title)}</h1><p>${escape(info.description)}</p>
<p>For programs: <a href="openapi.json">openapi.json</a></p><p>${tags.map(({ name }) => `<a href="#${name}">${name}</a>`).join(" · ")}</p>
${features.join("")}<h2>Schemas</h2>${schemas.join("")}</body></html>`;
};
