import { reportTypeLabel, type Comment, type Content, type WordsType } from "@knowhow/shared";

/** The content, or the words at one, that are hidden or put back; an answer goes by the id of what it answers. */
export type ModerationTarget =
  | { kind: "content"; content: Pick<Content, "id" | "title" | "state"> }
  | { kind: "comment"; comment: Pick<Comment, "id" | "comment" | "state"> }
  | { kind: Exclude<WordsType, "comment">; words: { id: string; text: string; state: Comment["state"] } };

/** What a target is called, and what it says. */
export const subjectOf = (target: ModerationTarget) => {
  if (target.kind === "content") {
    const { id, title, state } = target.content;
    return { noun: "콘텐츠", id, text: title, state };
  }
  const noun = reportTypeLabel(target.kind);
  if (target.kind === "comment") {
    const { id, comment, state } = target.comment;
    return { noun, id, text: comment, state };
  }
  return { noun, ...target.words };
};
