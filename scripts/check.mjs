// `npm run check` but its tests: types, lint, format, dead code, and the builds that the browser tests run on.
import { runSideBySide } from "./sideBySide.mjs";
import { builds, lint, others } from "./tasks.mjs";

await runSideBySide([...lint, ...others, ...builds]);
