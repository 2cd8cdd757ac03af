import { fileURLToPath } from "node:url";

export { demoAccounts } from "./accounts.ts";
export { demoBuyers } from "./buyers.ts";
export { demoComments } from "./comments/index.ts";
export { demoContents, demoDrafts } from "./contents.ts";
export { demoMentors } from "./mentors.ts";

const folder = new URL("../../demo/", import.meta.url);

/** Absolute path of a file or preview of the demo data. */
export const demoAssetPath = (relative: string): string => fileURLToPath(new URL(relative, folder));
