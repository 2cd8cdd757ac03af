import type { UploadProgress } from "../client/transfer.ts";
import { emptyState, type SellingValues } from "../selling/sellingForm.ts";

/** The two lists of a draft. */
export type DraftList = "file" | "preview";

/** One entry of a draft's lists. Its bytes are kept apart from it, in parts. */
export interface DraftFile {
  /** Unique on the device. */
  key: string;
  name: string;
  type: string;
  /** Unknown for what was saved earlier. */
  size: number | undefined;
  lastModified: number | undefined;
  /** Whether all its bytes are on this device; else they are in the memory of one page, or only on the server. */
  isKept: boolean;
  /** Where the server has it. */
  objectPath?: string;
  /** Where its upload goes on, once begun. */
  uploadUrl?: string;
  isPaused?: boolean;
  /** Why the server will not have it. */
  refusal?: string;
  /** The draft under whose id the bytes lie, where that is another one: bytes that were written once do not move. */
  home?: string;
}

/** That the person has pressed publish, and what became of it so far. */
export interface Publishing {
  askedAt: number;
  attempts: number;
  /** Milliseconds: not sent again before. */
  notBefore: number;
  /** Why the last try did not get through. */
  trouble?: string;
  /** Why the server said no: it is not sent again unless somebody wants that. */
  refusal?: string;
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
  /** It was kept beside a newer version that was made elsewhere. */
  isCopy?: boolean;
  /** What was sent to be published and not answered yet, with the key by which the server takes it once. */
  unsettled?: { key: string; form: string; sentAt: number };
}

/** What the device keeps of a draft: with what only the engine needs. */
export interface DraftRow extends Draft {
  /** What the server's copy holds. */
  pushed?: string;
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

/** What is left of a deleted draft until the server's copy is deleted too. */
export const goneRow = (id: string, version: number): DraftRow => ({
  ...blankRow(id),
  version,
  isGone: true,
});

/** The same of a draft that was deleted or published here: nothing, where the server has no copy of it. */
export const goneOf = ({ id, version }: DraftRow): DraftRow | undefined =>
  version > 0 ? goneRow(id, version) : undefined;

/** How far one file is, on this page or in another tab. */
export type Transfer =
  /** Being written to the device. */
  | { as: "keeping"; percent: number }
  /** For the network, or for its turn. */
  | { as: "waiting" }
  | { as: "uploading"; progress: UploadProgress }
  | { as: "paused" }
  | { as: "done" }
  /** Tried again by itself after a while, or at once by `resume`. */
  | { as: "failed"; message: string }
  | { as: "refused"; message: string };

/** The device has no room for a file; nothing else was lost. */
export class NoRoomError extends Error {
  constructor(cause?: unknown) {
    super(
      "기기에 저장 공간이 부족합니다. 임시 저장한 글이나 파일을 지워 공간을 비우거나, 업로드가 끝날 때까지 이 창을 열어두세요.",
      { cause },
    );
    this.name = "NoRoomError";
  }
}

/** All entries of a draft. */
export const entriesOf = ({ files, previews }: Pick<Draft, "files" | "previews">): readonly DraftFile[] => [
  ...files,
  ...previews,
];

/** The draft with one entry changed; the same draft where it has no such entry. */
export const withEntry = (row: DraftRow, key: string, change: (entry: DraftFile) => DraftFile): DraftRow => {
  const apply = (list: readonly DraftFile[]) =>
    list.map((entry) => (entry.key === key ? change(entry) : entry));
  return { ...row, files: apply(row.files), previews: apply(row.previews) };
};

/** The same without some of its fields. */
export const without = <T extends object, K extends keyof T>(from: T, ...names: K[]): Omit<T, K> => {
  const rest = { ...from };
  for (const name of names) Reflect.deleteProperty(rest, name);
  return rest;
};
