import { array, mixed, number, object, string } from "yup";
import { dropOwn, keepOwn, readOwn } from "../client/ownMemory.ts";
import type { SellingState, SellingValues } from "./sellingForm.ts";
import { storedItem, type UploadItem } from "./uploadItem.ts";

const item = object({
  name: string().defined(),
  objectPath: string().required(),
  size: number().optional(),
  lastModified: number().optional(),
});
const typed = string().ensure();
const kept = object({
  savedAt: number().required(),
  version: string().nullable().default(null),
  values: object({
    title: typed,
    description: typed,
    category: typed,
    price: mixed<string | number>().defined(),
    link: typed,
  }).required(),
  files: array(item.required()).required(),
  previews: array(item.required()).required(),
});

/** What was typed and not sent, and which version of the content it began with. */
export interface FormDraft {
  state: SellingState;
  version: string | null;
}

/** Uploads that nothing refers to are deleted after a week; a draft does not outlive them. */
const longestMs = 6 * 24 * 60 * 60 * 1000;

const nameOf = (userId: string, subject: string): string => `draft:${userId}:${subject}`;

const uploaded = (items: readonly UploadItem[]) =>
  items.flatMap(({ name, objectPath, size, lastModified }) =>
    objectPath === undefined ? [] : [{ name, objectPath, size, lastModified }],
  );

/** Keeps a form as it stands; uploads still under way are not part of it. `subject`: a content's id, or `new`. */
export const keepDraft = (userId: string, subject: string, { state, version }: FormDraft): void => {
  const { values, files, previews } = state;
  keepOwn(nameOf(userId, subject), {
    savedAt: Date.now(),
    version,
    values,
    files: uploaded(files),
    previews: uploaded(previews),
  });
};

/** The form as it was left, if this tab still has it. */
export const readDraft = (userId: string, subject: string): FormDraft | undefined => {
  const found = readOwn(nameOf(userId, subject));
  if (!kept.isValidSync(found)) return undefined;
  const { savedAt, version, values, files, previews } = kept.cast(found);
  if (Date.now() - savedAt > longestMs) return undefined;
  return {
    version,
    state: {
      // A price half typed is text; the schema of the form judges it when it is sent.
      values: values as SellingValues,
      files: files.map(storedItem),
      previews: previews.map(storedItem),
    },
  };
};

/** Forgets a form that was sent or given up. */
export const dropDraft = (userId: string, subject: string): void => {
  dropOwn(nameOf(userId, subject));
};
