import { mixed, number, object, string } from "yup";
import { dropOwn, keepOwn, readOwn } from "../client/ownMemory.ts";
import type { SellingValues } from "../selling/sellingForm.ts";
import type { Drafts } from "./drafts.ts";

/**
 * What was typed in the very moment in which a page went away: a database takes longer than such a page lives. It lies
 * in the tab until the draft has it.
 */
export interface LastTyped {
  id: string;
  contentId: string | null;
  contentVersion: string | null;
  values: SellingValues;
  /** In milliseconds. */
  typedAt: number;
}

const typed = string().ensure();
const shape = object({
  id: string().required(),
  contentId: string().nullable().default(null),
  contentVersion: string().nullable().default(null),
  values: object({
    title: typed,
    description: typed,
    category: typed,
    price: mixed<string | number>().defined(),
    link: typed,
  }).required(),
  typedAt: number().required(),
});

const nameOf = (personId: string): string => `typed:${personId}`;

/** Keeps it at once. */
export const keepLastTyped = (personId: string, last: LastTyped): void => keepOwn(nameOf(personId), last);

/** The draft has it, or nobody wants it any more. */
export const dropLastTyped = (personId: string): void => dropOwn(nameOf(personId));

/** Gives the draft what was typed last, if a page went away before it could; once the device has been read. */
export const recoverLastTyped = async (
  personId: string,
  drafts: Pick<Drafts, "read" | "save">,
): Promise<void> => {
  const found = readOwn(nameOf(personId));
  if (!shape.isValidSync(found)) return;
  const { typedAt, values, ...last } = shape.cast(found);
  const draft = drafts.read().find(({ id }) => id === last.id);
  if (!draft || draft.savedAt <= typedAt)
    await drafts.save({
      ...last,
      // A price half typed is text; the schema of the form judges it when it is sent.
      values: values as SellingValues,
      fileKeys: draft?.files.map(({ key }) => key) ?? [],
      previewKeys: draft?.previews.map(({ key }) => key) ?? [],
    });
  dropLastTyped(personId);
};
