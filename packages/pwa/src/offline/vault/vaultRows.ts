/** Bytes of a part of a kept file; as many as the server gives of a file in one answer that counts as no download. */
export const partBytes = 4 * 1024 * 1024;

/** A bought file on the device, or on its way there. */
export interface VaultFile {
  /** Its place, see `vaultId`; of a version that came beside an older one with the path of its object behind. */
  id: string;
  contentId: string;
  index: number;
  fileName: string;
  /** The path of its object, which another version has not. */
  objectPath: string;
  /**
   * A `file` is for other programs alone. Of one that is read as text both are kept: its text, which is all that the
   * reader shows of it, and the file.
   */
  kind: "pdf" | "text" | "file";
  /** `full`: the device had no room for the next part. */
  state: "loading" | "paused" | "full" | "kept";
  /** The version of the bytes, by the server's answer; null before the first part. */
  etag: string | null;
  /** Bytes in all; null before the first part. */
  size: number | null;
  /** Bytes that are there: parts come in their order. */
  received: number;
  /** The SHA-256 of the whole as the server says it beside the last part; files of one part have none. */
  digest?: string;
  /** The file came with the wish to keep everything, which has rules of its own for connections. */
  isAuto?: boolean;
  /** Whether its text for the search was taken, as far as it has some; files from before there was one lack it. */
  isTextTaken?: boolean;
  addedAt: number;
  /** When the server last confirmed the purchase, in milliseconds. */
  confirmedAt: number;
  /** When the time was last noted, see `noteTime`; at the confirmation where it is missing. */
  seenAt?: number;
}

/** An encrypted part of a kept file, counted from 0. */
export interface VaultPart {
  id: string;
  index: number;
  iv: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

/** The encrypted text of a kept PDF, the head by which it is opened, or the last view of its reader. */
export type VaultText = Omit<VaultPart, "index">;

/** The wish to keep all that is bought. */
export interface VaultPlan {
  name: "all";
  isOn: boolean;
  isPaused: boolean;
  /** Also over connections of which the browser does not say whether they are metered. */
  isAnyConnection: boolean;
  /** Contents that were let go since. */
  except: string[];
}

/** The plan of a person who never had one. */
export const noPlan: VaultPlan = {
  name: "all",
  isOn: false,
  isPaused: false,
  isAnyConnection: false,
  except: [],
};

/** Names a file of a content in the vault: what the reader opens, or the `file` for other programs. */
export const vaultId = (contentId: string, index: number, kind?: VaultFile["kind"]): string =>
  `${contentId}:${index}${kind === "file" ? ":file" : ""}`;

/** Files of two versions have the same place. */
export const placeOf = ({
  contentId,
  index,
  kind,
}: Pick<VaultFile, "contentId" | "index" | "kind">): string => vaultId(contentId, index, kind);
