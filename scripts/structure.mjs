// `npm run structure`: how the code is laid out, in figures: rooms in cycles, what a purchase button and its act stand
// on, lines of the parts, `any`, longest files, readers by hand. Imports of types alone do not count.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cruise } from "dependency-cruiser";
import configuration from "../.dependency-cruiser.mjs";

const files = execFileSync("git", ["ls-files", "packages", "scripts", "e2e", "bench"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.(tsx?|mjs)$/.test(file));
const isTest = (file) => /\.test\.tsx?$|\/testing\/|\/testing[A-Za-z]*\.tsx?$/.test(file);
const linesOf = (file) => readFileSync(file, "utf8").split("\n").length - 1;
const lines = new Map(files.map((file) => [file, linesOf(file)]));
const sum = (list) => list.reduce((total, file) => total + (lines.get(file) ?? 0), 0);

const { output } = await cruise(["packages"], { ...configuration.options, ruleSet: {} });
const graph = new Map(
  output.modules
    .filter(({ source }) => !isTest(source))
    .map(({ source, dependencies }) => [source, dependencies.map(({ resolved }) => resolved)]),
);

/** The room of a file: a feature, a layer, a folder of a package; a file in none is a room of its own. */
const roomOf = (file) =>
  /^packages\/[^/]+\/src\/(?:features\/)?[^/]+(?=\/)|^packages\/[^/]+\/(?!src\/)[^/]+(?=\/)/.exec(
    file,
  )?.[0] ?? file;

/** Groups of rooms that reach one another, by Tarjan's algorithm. */
const cyclesOf = (edges) => {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const found = [];
  const visit = (room) => {
    index.set(room, index.size);
    low.set(room, index.get(room));
    stack.push(room);
    for (const next of edges.get(room) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(room, Math.min(low.get(room), low.get(next)));
    }
    if (low.get(room) !== index.get(room)) return;
    const group = stack.splice(stack.indexOf(room));
    if (group.length > 1) found.push(group);
  };
  for (const room of edges.keys()) if (!index.has(room)) visit(room);
  return found;
};

const roomsInCycles = (prefix) => {
  const edges = new Map();
  for (const [source, targets] of graph) {
    const room = roomOf(source);
    if (!room?.startsWith(prefix)) continue;
    const next = edges.get(room) ?? edges.set(room, new Set()).get(room);
    for (const target of targets) {
      const other = roomOf(target);
      if (other?.startsWith(prefix) && other !== room) next.add(other);
    }
  }
  return cyclesOf(edges).flat();
};

const closureOf = (start) => {
  const reached = new Set();
  const open = [start];
  for (let file = open.pop(); file !== undefined; file = open.pop())
    for (const next of graph.get(file) ?? [])
      if (!reached.has(next)) {
        reached.add(next);
        open.push(next);
      }
  return [...reached];
};

const standsOn = (file) =>
  closureOf(file).filter(
    (file) => /^packages\/(ui|pwa)\//.test(file) && !/\/src\/(theme|components)\//.test(file),
  );
const buttonStandsOn = standsOn("packages/pwa/src/features/contents/PurchaseButton.tsx");
// What the screen hands the button: the figure above must not come from moving the weight there.
const actStandsOn = standsOn("packages/pwa/src/features/contents/usePurchaseAct.ts");
const product = files.filter((file) => !isTest(file));
/** Types given up: lint refuses them but with a reason beside them. */
const anyCount = (file) =>
  readFileSync(file, "utf8")
    .replaceAll(/\/\/.*|\/\*[^]*?\*\//g, "")
    .match(/([:<] ?|\bas )any\b/g)?.length ?? 0;
const readersPage = "docs/decisions/0038-judging-apart.md";
const readers = [...readFileSync(readersPage, "utf8").matchAll(/^\| (`.+?) \| .+ \| (.+) \|$/gm)];
const byLength = [...product].sort((a, b) => lines.get(b) - lines.get(a));
const offline = (file) => /packages\/(ui\/src\/device|pwa\/src\/(offline|features\/drafts))\//.test(file);
/** Screens of drafts and waiting acts, and the form's own rules: they would be there with any engine. */
const offlineScreen = (file) =>
  offline(file) &&
  /features\/drafts\/|device\/outbox\/|drafts\/(draftPhase|priceRules|selling\w+|fileRules|fileContents|refusal|uploadItem)\.ts$/.test(
    file,
  );

console.table({
  "rooms in cycles, ui": roomsInCycles("packages/ui/").length,
  "rooms in cycles, app": roomsInCycles("packages/pwa/").length,
  "rooms in cycles, server": roomsInCycles("packages/server/").length,
  "files a purchase button stands on": buttonStandsOn.length,
  "files its act stands on": actStandsOn.length,
  "lines of offline, source": sum(product.filter(offline)),
  "of them screens and rules of the form": sum(product.filter(offlineScreen)),
  "lines of offline, tests": sum(files.filter((file) => isTest(file) && offline(file))),
  "lines of the server's src": sum(product.filter((file) => file.startsWith("packages/server/src/"))),
  "lines, source": sum(product),
  "lines, tests": sum(files.filter(isTest)),
  "median file, lines": lines.get(byLength[Math.floor(byLength.length / 2)]),
  "files over 400 lines": product.filter((file) => lines.get(file) > 400).length,
  "any, tests too": files.reduce((count, file) => count + anyCount(file), 0),
  "readers by hand": readers.length,
});
console.log(
  `longest: ${byLength
    .slice(0, 3)
    .map((file) => `${file} (${lines.get(file)})`)
    .join(", ")}`,
);
console.log(`by hand, for want of a library (${readersPage}):`);
console.log(readers.map(([, reader, reason]) => `  ${reader}: ${reason}`).join("\n"));
console.log(actStandsOn.map((file) => `  ${file}`).join("\n"));
