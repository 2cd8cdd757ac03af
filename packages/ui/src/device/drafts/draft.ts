import type { UploadProgress } from "../../client/transfer.ts";
import { without } from "../../client/without.ts";
import { emptyState, type SellingValues } from "./sellingForm.ts";

/** One entry of a draft's lists. Its bytes are kept apart from it, in parts. */
export interface DraftFile {
  /** Unique on the device. */
  key: string;
  name: string;
  type: string;
  /** Unknown for files that were saved earlier. */
  size: number | undefined;
  lastModified: number | undefined;
  /** Whether all its bytes are on this device; else they are in the memory of one page, or only on the server. */
  isKept: boolean;
  /** The device had no room for its bytes: they are in the memory of one page. Absent while they are being written. */
  isMemoryOnly?: boolean;
  /** Its path on the server. */
  objectPath?: string;
  /** It is uploaded a second time: the server has lost it. */
  isSentAgain?: boolean;
  /** Address at which its upload goes on, once begun. */
  uploadUrl?: string;
  /** How many bytes were uploaded when the upload last stopped. */
  sent?: number;
  isPaused?: boolean;
  /** Why the server refused it. */
  refusal?: string;
  /** The draft under whose id the bytes lie, where that is another one: written bytes do not move. */
  home?: string;
}

/** A press of publish, and how far publishing is. */
export interface Publishing {
  askedAt: number;
  attempts: number;
  /** Why the last try failed. */
  trouble?: string;
  /** No answer came: it is only known that it is retried once the server can be reached. */
  isCut?: boolean;
  /** Why the server refused it: it is not sent again unless the person asks for it. */
  refusal?: string;
  /** It was changed elsewhere: sent again it would be refused again. */
  isConflict?: boolean;
}

/** A form of the seller's, as it stands on this device. */
export interface Draft {
  /** A uuid, also of the server's copy. */
  id: string;
  /** The content that it changes; null for a new one. */
  contentId: string | null;
  /** That content's `updatedAt` when the editing began. */
  contentVersion: string | null;
  /** As typed. */
  values: SellingValues;
  files: readonly DraftFile[];
  previews: readonly DraftFile[];
  /** When it was changed last, in milliseconds. */
  savedAt: number;
  /** Of the server's copy; 0: there is none. */
  version: number;
  publishing?: Publishing;
  /** Fingerprint of the server's copy. */
  pushed?: string;
  /** It was kept beside a newer version that was made elsewhere. */
  isCopy?: boolean;
  /** Another device has changed it while a form here holds it: the versions are split when the form closes. */
  isChangedElsewhere?: boolean;
  /** A publish request that was not answered yet, with the key by which the server takes it once. */
  unsettled?: { key: string; form: string; sentAt: number };
}

/** A draft as the device keeps it, with fields that only the engine needs. */
export interface DraftRow extends Draft {
  /** The key of the next publishing, where the draft's id was used as a key for another form. */
  nextKey?: string;
  /** When the server's copy was last changed, by the server's clock. */
  storedAt?: string;
  /** Fingerprint of a save without an answer: the server may have it, as the version after this one. */
  sending?: string;
  /** It was deleted or published here; the server's copy is still to be deleted. */
  isGone?: boolean;
}

/** The form of a new draft. */
export const blankRow = (id: string): DraftRow => ({
  id,
  contentId: null,
  contentVersion: null,
  values: emptyState.values,
  files: [],
  previews: [],
  savedAt: Date.now(),
  version: 0,
});

/** The tombstone of a deleted draft, until the server's copy is deleted too. */
export const goneRow = (id: string, version: number): DraftRow => ({
  ...blankRow(id),
  version,
  isGone: true,
});

/** The tombstone of a draft that was deleted or published here; undefined where the server can have no copy of it. */
export const toTombstone = ({ id, version, sending }: DraftRow): DraftRow | undefined =>
  version > 0 || sending !== undefined
    ? { ...goneRow(id, version), ...(sending === undefined ? {} : { sending }) }
    : undefined;

/** How far one file is, on this page or in another tab. */
export type Transfer =
  /** Being written to the device. */
  | { status: "keeping"; percent: number }
  /**
   * Waits for the network or its turn; `isCut`: the server could not be reached, and is tried again without a press.
   * `sent`: how many bytes were uploaded before, if any.
   */
  | { status: "waiting"; isCut?: boolean; sent?: number }
  | { status: "uploading"; progress: UploadProgress }
  | { status: "paused"; sent?: number }
  | { status: "done" }
  /** Retried after a while, or at once by `resume`. */
  | { status: "failed"; message: string }
  | { status: "refused"; message: string };

/** The device could not keep a file; nothing else was lost. */
export class UnkeptError extends Error {
  override readonly name: string = "UnkeptError";
  constructor(
    cause?: unknown,
    message = "이 기기에 파일을 저장하지 못했습니다. 업로드가 끝날 때까지 이 창을 열어두세요.",
  ) {
    super(message, { cause });
  }
}

/** The device has no room for a file; nothing else was lost. */
export class NoRoomError extends UnkeptError {
  override readonly name = "NoRoomError";
  constructor(cause?: unknown) {
    super(
      cause,
      "기기에 저장 공간이 부족합니다. 임시 저장한 글이나 파일을 지워 공간을 비우거나, 업로드가 끝날 때까지 이 창을 열어두세요.",
    );
  }
}

/** All entries of a draft. */
export const entriesOf = ({ files, previews }: Pick<Draft, "files" | "previews">): readonly DraftFile[] => [
  ...files,
  ...previews,
];

/** The draft with each entry changed; one that `change` answers nothing for leaves it. */
export const withEntries = (row: DraftRow, change: (entry: DraftFile) => DraftFile | undefined): DraftRow => {
  const apply = (list: readonly DraftFile[]) => list.flatMap((entry) => change(entry) ?? []);
  return { ...row, files: apply(row.files), previews: apply(row.previews) };
};

/** Name of a tab's hold on a draft in its form. */
export const heldDraft = (id: string): string => `draft:${id}`;

/** Name of a tab's hold on a file in its memory. */
export const heldFile = (key: string): string => `file:${key}`;

/** Of fields that kept drafts may lack. */
const defaults: Partial<SellingValues> = { allowsCopying: true };

const fieldNames = [
  "title",
  "description",
  "category",
  "price",
  "link",
  "versionNote",
  "tags",
  "allowsCopying",
] as const;

/** The fields of a form that have changed; a price is the same as text and as a number. */
export const changedFields = (before: SellingValues, values: SellingValues) =>
  fieldNames.filter(
    (name) => String(before[name] ?? defaults[name] ?? "") !== String(values[name] ?? defaults[name] ?? ""),
  );

/** A form with some of its fields from another one. */
export const withFields = (
  values: SellingValues,
  from: SellingValues,
  names: readonly (keyof SellingValues)[],
): SellingValues => ({ ...values, ...Object.fromEntries(names.map((name) => [name, from[name]])) });

/** The part of a draft that a form saves. */
export interface Saved extends Pick<Draft, "id" | "contentId" | "contentVersion" | "values"> {
  /** The draft's values that the form began with: a field that is unchanged since then is not written. */
  base?: SellingValues | undefined;
  /** The order of the entries, where it is not the draft's own; unnamed ones stay behind them. */
  fileKeys?: readonly string[];
  previewKeys?: readonly string[];
  /** Entries that the draft may not know yet, such as the content's saved files. */
  stored?: readonly DraftFile[];
}

const inOrder = (
  entries: readonly DraftFile[],
  keys: readonly string[] = [],
  stored: readonly DraftFile[] = [],
): readonly DraftFile[] => {
  const find = (key: string) => [...entries, ...stored].find((entry) => entry.key === key);
  return [...keys.flatMap((key) => find(key) ?? []), ...entries.filter(({ key }) => !keys.includes(key))];
};

/** A draft that was just changed: its publishing is cancelled, since half a change was not meant to be published. */
export const changedRow = (row: DraftRow): DraftRow => ({
  ...without(row, "publishing"),
  savedAt: Date.now(),
});

/** The draft that a form goes on with: where it was deleted elsewhere, another one under its id. */
export const openRow = (id: string, before: DraftRow | undefined): DraftRow =>
  before ? without(before, "isGone") : blankRow(id);

/** A draft as a form leaves it; the same one where nothing changed. */
export const savedRow = (before: DraftRow | undefined, saved: Saved): DraftRow => {
  const { fileKeys, previewKeys, stored, id, contentId, contentVersion, base } = saved;
  const row = openRow(id, before);
  const isThere = before !== undefined && !before.isGone;
  const values =
    base && isThere ? withFields(row.values, saved.values, changedFields(base, saved.values)) : saved.values;
  const files = inOrder(row.files, fileKeys, stored);
  const previews = inOrder(row.previews, previewKeys, stored);
  // A new content that was published while its form was open is edited from then on.
  const about = contentId === null && row.contentId !== null ? {} : { contentId, contentVersion };
  const next = { ...row, ...about, values, files, previews };
  return isThere && JSON.stringify(next) === JSON.stringify(before) ? before : changedRow(next);
};
