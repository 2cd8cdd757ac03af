import type { FilesProblem } from "@knowhow/ui/device/drafts/sellingForm.ts";
import { isUnderWay, type UploadItem } from "@knowhow/ui/device/drafts/uploadItem.ts";

/** With what it was said about: any change of that takes it back. */
export type Placed = FilesProblem & { about: string };

/** What keeps the form from being saved, beside wrong fields. */
export interface FormTrouble {
  files?: Placed | undefined;
  previews?: Placed | undefined;
  needsAccount?: boolean;
  rest?: string | undefined;
  /** The server could not be asked just now: it may be later. */
  canWait?: boolean;
}

/** What a problem with a list is about: how far a file is on its way changes nothing. */
export const traceOfItems = (items: readonly UploadItem[], link = ""): string =>
  JSON.stringify([link, items.map((item) => [item.key, isUnderWay(item) ? "on its way" : item.status])]);

/** A problem with what it is about. */
export const placed = (problem: FilesProblem | undefined, about: string): Placed | undefined =>
  problem && { ...problem, about };

/** The problem while what it is about is as it was. */
export const ifStill = (problem: Placed | undefined, about: string): Placed | undefined =>
  problem?.about === about ? problem : undefined;
