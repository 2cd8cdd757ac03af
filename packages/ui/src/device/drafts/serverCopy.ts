import { draftKeptDays, maxFiles, maxPreviews, type DraftForm, type StoredDraft } from "@knowhow/shared";
import { without } from "../../client/without.ts";
import { storedEntry, type SellingValues } from "./sellingForm.ts";
import { entriesOf, withEntries, type Draft, type DraftFile, type DraftRow } from "./draft.ts";

type Copy = Omit<DraftForm, "version">;

const uploaded = (entries: readonly DraftFile[], maxFiles: number) =>
  entries
    .flatMap(({ name, size = null, objectPath }) =>
      objectPath === undefined ? [] : [{ name, size, objectPath }],
    )
    .slice(0, maxFiles);

/** The server's copy of a draft as it is to be: typed values, and uploaded files. */
export const copyOf = ({ contentId, contentVersion, values, files, previews }: DraftRow): Copy => ({
  contentId,
  contentVersion,
  title: values.title,
  description: values.description,
  category: values.category,
  // A half-typed price is text, and an empty field none.
  price: String(values.price) || null,
  link: values.link,
  versionNote: values.versionNote ?? "",
  // A draft of before says nothing of them: the content's stay.
  tags: values.tags ?? null,
  allowsCopying: values.allowsCopying ?? true,
  files: uploaded(files, maxFiles),
  previews: uploaded(previews, maxPreviews),
});

/** One text for equal copies. */
export const copyFingerprint = (row: DraftRow): string => JSON.stringify(copyOf(row));

const priceOf = (price: string | null): number | string =>
  price !== null && /^\d+$/.test(price) ? Number(price) : (price ?? "");

/**
 * The server's entries, with the device's data about them. A file that is not uploaded yet stays behind the entry that
 * it stood behind: the first one is the main file.
 */
const merged = (entries: StoredDraft["files"], own: readonly DraftFile[]): readonly DraftFile[] => {
  const there = entries.flatMap(({ name, size, objectPath }) => {
    // The bytes are on another device.
    if (objectPath === null) return [];
    const known = own.find((entry) => entry.objectPath === objectPath);
    return [known ? { ...known, name } : storedEntry(name, objectPath, size ?? undefined)];
  });
  return own.reduce<readonly DraftFile[]>((list, entry, index) => {
    if (entry.objectPath !== undefined) return list;
    const keys = own.slice(0, index).map(({ key }) => key);
    const at = list.findLastIndex(({ key }) => keys.includes(key)) + 1;
    return [...list.slice(0, at), entry, ...list.slice(at)];
  }, there);
};

/** A draft as the server has it. */
export type ServerRow = DraftRow & Required<Pick<DraftRow, "pushed" | "storedAt">>;

/** The same, with the data that only this device has. */
export const takenOver = (stored: StoredDraft, own: DraftRow | undefined): ServerRow => {
  const row = {
    // Whether it is a copy, and how far publishing is.
    ...(own ? without(own, "sending", "isChangedElsewhere", "isGone") : {}),
    id: stored.id,
    contentId: stored.contentId,
    contentVersion: stored.contentVersion,
    // As typed: the form judges it when it is sent.
    values: {
      title: stored.title,
      description: stored.description,
      category: stored.category,
      price: priceOf(stored.price),
      link: stored.link,
      versionNote: stored.versionNote,
      ...(stored.tags ? { tags: stored.tags } : {}),
      allowsCopying: stored.allowsCopying,
    } as SellingValues,
    files: merged(stored.files, own?.files ?? []),
    previews: merged(stored.previews, own?.previews ?? []),
    savedAt: Date.parse(stored.updatedAt),
    version: stored.version,
    storedAt: stored.updatedAt,
  };
  return { ...row, pushed: copyFingerprint(row) };
};

/** Whether any part of it is missing on the server. */
export const isUnsaved = (row: DraftRow): boolean =>
  !row.isGone &&
  (copyFingerprint(row) !== row.pushed || entriesOf(row).some(({ objectPath }) => objectPath === undefined));

/** Whether the server's copy of the draft names this file: only then the server keeps it. */
export const isNamedThere = ({ pushed }: Pick<Draft, "pushed">, { objectPath }: DraftFile): boolean => {
  if (pushed === undefined || objectPath === undefined) return false;
  // Written by `copyFingerprint`.
  const { files, previews } = JSON.parse(pushed) as Copy;
  return [...files, ...previews].some((entry) => entry.objectPath === objectPath);
};

/** The server deletes drafts that were not changed for so long; a few days less, for wrong clocks. */
const agedMs = (draftKeptDays - 5) * 24 * 60 * 60_000;

/** Whether the server may have deleted its copy for its age. */
export const isAged = ({ savedAt, storedAt }: DraftRow): boolean => {
  const last = storedAt === undefined ? savedAt : Math.max(savedAt, Date.parse(storedAt));
  return Date.now() - last >= agedMs;
};

/** A draft after the server has stored this device's version. */
export const storedRow = (row: DraftRow, { version, storedAt, pushed }: ServerRow): DraftRow => ({
  ...without(row, "sending", "isChangedElsewhere"),
  version,
  storedAt,
  pushed,
});

/** The row for a draft that the server has as `there`; undefined where both have changed. */
export const settledRow = (row: DraftRow | undefined, there: ServerRow): DraftRow | undefined => {
  if (!row) return there;
  const { version, storedAt = there.storedAt, sending, isGone } = row;
  // The known version. One that was created again elsewhere counts its versions from 1.
  if (version === there.version && storedAt === there.storedAt) return row;
  // A version that this device has sent itself is no conflict: only the answer was lost. Deleted since, it is deleted.
  if (sending === there.pushed) return isGone ? { ...row, version: there.version } : storedRow(row, there);
  // Changed elsewhere since it was deleted here: it is back.
  return isGone ? there : undefined;
};

const tooOld = "서버의 보관 기간이 지나 파일이 남아 있지 않습니다. 제거한 뒤 다시 선택해주세요.";

/**
 * A draft whose copy the server has no more, as one that it never had. A copy deleted for its age took its files with
 * it: those of this device are uploaded again. Files of a published content stay with the content.
 */
export const asNewDraft = (row: DraftRow): DraftRow => {
  const renewed = (entry: DraftFile): DraftFile => {
    if (entry.objectPath === undefined || (!entry.isKept && row.contentId !== null)) return entry;
    const unsent = without(entry, "objectPath");
    return entry.isKept ? unsent : { ...unsent, refusal: tooOld };
  };
  const next = { ...without(row, "pushed", "sending", "storedAt"), version: 0 };
  return isAged(row) ? withEntries(next, renewed) : next;
};
