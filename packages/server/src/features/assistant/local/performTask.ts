import { openFile } from "../../../documents/extraction/openFile.ts";
import type { Passage } from "../helper.ts";
import { boundPassages } from "./bounds.ts";
import { categoryOf } from "./categories.ts";
import { findCopied } from "./copied.ts";
import { descriptionFrom, titleFrom } from "./draft.ts";
import { findSources } from "./quotes.ts";
import { pickSentences } from "./rank.ts";
import type { Sentence } from "./sentences.ts";
import { describeSheets, withoutTables } from "./sheets.ts";
import type { DraftText, Task, TaskAnswers } from "./task.ts";
import { wordsOf } from "./words.ts";

/** Sentences of a file in a description. */
const describedSentences = 5;

/** The beginning of a longer text is enough to know its subject. */
const judged = 60_000;

/** Text without repeated lines: a line says no more about a file when it is on every page. */
const distinctLines = (passages: readonly Passage[]): string =>
  [...new Set(passages.flatMap(({ text }) => text.split("\n")))].join("\n");

/** The sentences that say most, sheets by what they hold; those beside sheets keep half of the places. */
const pick = (passages: readonly Passage[], howMany: number): Sentence[] => {
  const sheets = describeSheets(passages);
  const prose = pickSentences(
    withoutTables(passages),
    Math.max(howMany - sheets.length, Math.ceil(howMany / 2)),
  );
  return [...prose, ...sheets.slice(0, howMany - prose.length)].sort((a, b) => a.passage - b.passage);
};

const draft = (userDescription: string, passages: readonly Passage[]): DraftText => {
  const file = distinctLines(passages).slice(0, judged);
  const picked = pick(passages, describedSentences).map(({ text }) => text);
  const description = descriptionFrom(userDescription, picked);
  return {
    title: titleFrom(userDescription, passages),
    description,
    copied: findCopied(description, { userDescription, passages }),
    category: categoryOf(userDescription, file),
    words: [...new Set(wordsOf(`${userDescription}\n${file}`))],
  };
};

/** Performs a task of the built-in helper. */
export const perform = (task: Task, passages: readonly Passage[]): TaskAnswers[Task["kind"]] => {
  switch (task.kind) {
    case "draft":
      return draft(task.userDescription, boundPassages(passages));
    case "pick":
      return pick(boundPassages(passages), task.howMany);
    case "copied":
      return findCopied(task.description, { userDescription: task.userDescription, passages });
    case "quote":
      return findSources(task.quoted, passages);
  }
};

/** Performs the task that runTask.ts wrote into an open file. */
export const performTask = (descriptor: number, size: number): unknown => {
  const lines = openFile(descriptor, size).read(0, size).toString("utf8").split("\n");
  const [task, ...passages] = lines.map((line): unknown => JSON.parse(line));
  // The server wrote both the task and the passages.
  return perform(task as Task, passages as Passage[]);
};
