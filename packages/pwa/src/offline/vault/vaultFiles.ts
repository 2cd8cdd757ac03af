import type { Content } from "@knowhow/shared";
import { Dexie, liveQuery } from "dexie";
import { activeUserId } from "@knowhow/ui/client/activeUser.ts";
import { extensionOf } from "@knowhow/ui/device/drafts/fileRules.ts";
import { holdDatabase, type PersonDatabase } from "../database.ts";
import { decryptPart, encryptPart } from "./vaultCipher.ts";
import { partBytes, vaultId, type VaultFile } from "./vaultRows.ts";

/** Decrypted parts that are held while a file is read. */
const heldParts = 4;

const allParts = ({ vaultParts }: PersonDatabase, id: string) =>
  vaultParts.where("[id+index]").between([id, Dexie.minKey], [id, Dexie.maxKey]);

/** Bytes of a kept file, any stretch of them, without decrypting the rest. */
export interface VaultBytes {
  size: number;
  /** The bytes from `begin` to before `end`. */
  read: (begin: number, end: number) => Promise<Uint8Array<ArrayBuffer>>;
}

/** The bought files that a person keeps on this device. */
export const openVault = (personId: string) => {
  const base = holdDatabase(personId);
  const change = (id: string, next: (file: VaultFile) => VaultFile | undefined): Promise<boolean> =>
    base().transaction("rw", base().vaultFiles, base().vaultParts, async () => {
      const file = await base().vaultFiles.get(id);
      const changed = file && next(file);
      if (!changed) return false;
      await base().vaultFiles.put(changed);
      return true;
    });
  const remove = (ids: readonly string[]): Promise<void> =>
    base().transaction("rw", base().vaultFiles, base().vaultParts, async () => {
      for (const id of ids) {
        await base().vaultFiles.delete(id);
        await allParts(base(), id).delete();
      }
    });
  const list = () => base().vaultFiles.toArray();
  const replace = (
    id: string,
    news: Partial<Pick<VaultFile, "objectPath" | "fileName" | "confirmedAt">>,
  ): Promise<void> =>
    base().transaction("rw", base().vaultFiles, base().vaultParts, async () => {
      const file = await base().vaultFiles.get(id);
      if (!file) return;
      await allParts(base(), id).delete();
      const state = file.state === "kept" ? "loading" : file.state;
      await base().vaultFiles.put({ ...file, ...news, state, etag: null, size: null, received: 0 });
    });
  return {
    list,
    remove,
    /** Calls back with all files, now and after each change in any tab. */
    watch: (listener: (files: VaultFile[]) => void): (() => void) => {
      // A database that was deleted meanwhile has no files.
      const subscription = liveQuery(() => list().catch((): VaultFile[] => [])).subscribe(listener);
      return () => subscription.unsubscribe();
    },
    /** Puts a file on the list of those to be loaded, unless it is there. */
    add: async (
      file: Pick<VaultFile, "contentId" | "index" | "fileName" | "objectPath" | "kind">,
    ): Promise<void> => {
      const now = Date.now();
      await base()
        .vaultFiles.add({
          ...file,
          id: vaultId(file.contentId, file.index),
          state: "loading",
          etag: null,
          size: null,
          received: 0,
          addedAt: now,
          confirmedAt: now,
        })
        .catch("ConstraintError", () => undefined);
    },
    /** Holds a file's loading, or lets it go on. */
    setState: (id: string, state: "loading" | "paused" | "full"): Promise<boolean> =>
      change(id, (file) => (file.state === "kept" ? undefined : { ...file, state })),
    /**
     * Notes that these purchases stand, and removes the files of all others; of a content with a newer version its file
     * is loaded in their place.
     */
    confirm: async (bought: readonly Pick<Content, "id" | "fileUrls" | "fileNames">[]): Promise<void> => {
      const contents = new Map(bought.map((content) => [content.id, content]));
      const confirmedAt = Date.now();
      for (const { id, contentId, index, objectPath, fileName } of await list()) {
        const { fileUrls = [], fileNames = [] } = contents.get(contentId) ?? {};
        const newest = fileUrls[index];
        const name = fileNames[index] ?? fileName;
        // A file of another kind is read in another way.
        if (newest === undefined || extensionOf(name) !== extensionOf(fileName)) await remove([id]);
        else if (newest === objectPath) await change(id, (file) => ({ ...file, confirmedAt }));
        else await replace(id, { objectPath: newest, fileName: name, confirmedAt });
      }
    },
    /** Begins a file again: its bytes have another version. */
    restart: (id: string): Promise<void> => replace(id, {}),
    /** Keeps the next part of a file; false where the file was held, removed or begun again meanwhile. */
    keepPart: async (
      { id, received, etag }: Pick<VaultFile, "id" | "received" | "etag">,
      { bytes, size, version }: { bytes: ArrayBuffer; size: number; version: string },
    ): Promise<boolean> => {
      const index = received / partBytes;
      const part = await encryptPart(base(), { id, etag: version }, index, bytes);
      return base().transaction("rw", base().vaultFiles, base().vaultParts, async () => {
        const file = await base().vaultFiles.get(id);
        const isSame = file?.state === "loading" && file.received === received && file.etag === etag;
        if (!isSame || activeUserId() !== personId) return false;
        const sum = received + bytes.byteLength;
        await base().vaultParts.put(part);
        await base().vaultFiles.put({
          ...file,
          etag: version,
          size,
          received: sum,
          state: sum === size ? "kept" : "loading",
        });
        return true;
      });
    },
    /** The bytes of a file that is wholly there. */
    open: async (id: string): Promise<VaultBytes | undefined> => {
      const file = await base().vaultFiles.get(id);
      if (file?.state !== "kept" || file.size === null) return undefined;
      const { size } = file;
      const held = new Map<number, Promise<ArrayBuffer>>();
      const load = async (index: number) => {
        const part = await base().vaultParts.get([id, index]);
        if (!part) throw new Error("A part of the file is not on the device any more.");
        return decryptPart(base(), file, part);
      };
      const partAt = (index: number) => {
        const known = held.get(index) ?? load(index);
        // Put last: the first in the map is the one that was read least recently.
        held.delete(index);
        held.set(index, known);
        for (const first of held.keys()) if (held.size > heldParts) held.delete(first);
        return known;
      };
      return {
        size,
        read: async (begin, end) => {
          const last = Math.min(end, size);
          const bytes = new Uint8Array(Math.max(0, last - begin));
          for (let at = begin; at < last;) {
            const index = Math.floor(at / partBytes);
            const from = at - index * partBytes;
            const stretch = new Uint8Array(await partAt(index)).subarray(from, from + last - at);
            bytes.set(stretch, at - begin);
            at += stretch.byteLength;
          }
          return bytes;
        },
      };
    },
  };
};

export type Vault = ReturnType<typeof openVault>;
