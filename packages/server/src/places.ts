import { join } from "node:path";

/** Whether this is the built server; else its sources run through a translator. */
export const isBuilt = import.meta.filename.endsWith(".js");

/**
 * Whether this process translates every file that it loads: `npm run dev`, scripts. A test's process does not; the test
 * runner gives it the sources, and what it starts is built.
 */
export const isTranslated = process.execArgv.includes("tsx");

/** Path of something in the server's own folder. Sources are built into `dist`, which lies beside `src`. */
export const inServer = (...parts: string[]): string => join(import.meta.dirname, "..", ...parts);
