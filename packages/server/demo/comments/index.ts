import type { CategoryCode } from "@knowhow/shared";
import { generalComments } from "./general.ts";
import { knowledgeComments } from "./knowledge.ts";
import { lifeComments } from "./life.ts";

/** What buyers say, by category, and what fits anywhere. */
export const demoComments: Record<CategoryCode | "general", readonly string[]> = {
  ...knowledgeComments,
  ...lifeComments,
  general: generalComments,
};
