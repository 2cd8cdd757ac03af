import { object, type InferType } from "yup";
import type { FeatureSchemas } from "../endpoint.ts";
import { content } from "./contents.ts";
import { listOf } from "./fields.ts";
import { readingEntry } from "./reading.ts";

const contentList = listOf(content);
/** Absent for visitors. */
const forMembers = contentList.optional().default(undefined);

const homeLists = object({
  /** As `GET /api/reading` answers it. */
  continueReading: listOf(readingEntry).optional().default(undefined),
  newFromFollowed: forMembers,
  wishes: forMembers,
  popularThisWeek: contentList,
  newest: contentList,
}).noUnknown();
export type HomeLists = InferType<typeof homeLists>;

/** Input and answer of each call. */
export const homeSchemas = { get: { response: homeLists } } satisfies FeatureSchemas;
