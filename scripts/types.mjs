// `npm run types`
import { runSideBySide } from "./sideBySide.mjs";
import { types } from "./tasks.mjs";

await runSideBySide([types]);
