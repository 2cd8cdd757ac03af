import type { CategoryCode } from "@knowhow/shared";
import { readFileSync } from "node:fs";
import { inServer } from "../src/places.ts";
import type { DemoAccount, DemoBuyer, DemoContent, DemoMentor, DemoRating, DemoTalks } from "./types.ts";

/** Absolute path of a file or preview of the demo data. */
export const demoAssetPath = (relative: string): string => inServer("demo", relative);

// data.test.ts holds every row of these files against the rules of the forms.
const read = (name: string): unknown => JSON.parse(readFileSync(demoAssetPath(name), "utf8"));

/** The accounts that the start message names. */
export const demoAccounts = read("accounts.json") as readonly DemoAccount[];

/** People who buy, like and comment. */
export const demoBuyers = read("buyers.json") as readonly DemoBuyer[];

/** The sellers; account numbers end in neither 1 nor 9, which the local payment provider treats specially. */
export const demoMentors = read("mentors.json") as readonly DemoMentor[];

/** What buyers say, by category, and what fits anywhere. */
export const demoComments = read("comments.json") as Record<CategoryCode | "general", readonly string[]>;

/** How buyers rate what they opened; what fits any content. */
export const demoRatings = read("ratings.json") as readonly DemoRating[];
/** Words of mentors below comments, and questions before buying. */
export const demoTalks = read("talks.json") as DemoTalks;

/** What the market is filled with, in the order in which it is stored. */
export const demoContents = read("contents.json") as readonly DemoContent[];
