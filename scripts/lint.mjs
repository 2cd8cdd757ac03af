// `npm run lint`
import { runSideBySide } from "./sideBySide.mjs";
import { lint } from "./tasks.mjs";

await runSideBySide(lint);
