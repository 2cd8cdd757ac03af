import { inServer } from "../src/places.ts";

export { demoAccounts } from "./accounts.ts";
export { demoBuyers } from "./buyers.ts";
export { demoComments } from "./comments/index.ts";
export { demoContents, demoDrafts } from "./contents.ts";
export { demoMentors } from "./mentors.ts";

/** Absolute path of a file or preview of the demo data. */
export const demoAssetPath = (relative: string): string => inServer("demo", relative);
