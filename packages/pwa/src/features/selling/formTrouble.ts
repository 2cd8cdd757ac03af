import type { FilesProblem } from "@knowhow/ui/device/drafts/sellingForm.ts";
import { isUnderWay, type UploadItem } from "@knowhow/ui/device/drafts/uploadItem.ts";

/** A problem with the state that it is about: a change of that state clears the problem. */
export type Placed = FilesProblem & { about: string };

/** The problems that keep the form from being saved, beside wrong fields. */
export interface FormTrouble {
  files?: Placed | undefined;
  previews?: Placed | undefined;
  needsAccount?: boolean;
  rest?: string | undefined;
  /** The server can not be reached now: the form may be sent later. */
  canWait?: boolean;
}

/** The state of a list that a problem is about: the progress of an upload does not count. */
export const traceOfItems = (items: readonly UploadItem[], link = ""): string =>
  JSON.stringify([link, items.map((item) => [item.key, isUnderWay(item) ? "on its way" : item.status])]);

/** Joins a problem with the state that it is about. */
export const placed = (problem: FilesProblem | undefined, about: string): Placed | undefined =>
  problem && { ...problem, about };

/** The problem while its state is unchanged. */
export const ifStill = (problem: Placed | undefined, about: string): Placed | undefined =>
  problem?.about === about ? problem : undefined;
