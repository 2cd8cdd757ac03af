import { join } from "node:path";

/** Whether this is the built server; else its sources run through a translator. */
export const isBuilt = import.meta.filename.endsWith(".js");

/** Path of something in the server's own folder. Sources are built into `dist`, which lies beside `src`. */
export const inServer = (...parts: string[]): string => join(import.meta.dirname, "..", ...parts);
