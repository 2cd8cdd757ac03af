// Draws the states of orders, settlements and the like into docs/lifecycles.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawLifecycle, lifecycles } from "../packages/server/src/lifecycles.ts";

const folder = join(import.meta.dirname, "../docs/lifecycles");

mkdirSync(folder, { recursive: true });
for (const [name, lifecycle] of Object.entries(lifecycles))
  writeFileSync(join(folder, `${name}.md`), drawLifecycle(lifecycle));
