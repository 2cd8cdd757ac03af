import type { ReadingText } from "@knowhow/shared";
import { Dexie, liveQuery } from "dexie";
import type { ByteRange } from "@knowhow/ui/client/byteRange.ts";
import { activeUserId } from "@knowhow/ui/client/activeUser.ts";
import { holdDatabase, type PersonDatabase } from "../database.ts";
import { decryptPart, encryptPart } from "./vaultCipher.ts";
import { openHead } from "./fileHead.ts";
import {
  isHeldForRefund,
  isRefundAsked,
  keepableOf,
  type KeepableContent,
  type KeepableFile,
} from "./keepable.ts";
import { isLeaseOver, noteTime } from "./lease.ts";
import { findKeptFile, viewId, viewIndex } from "./readerView.ts";
import { noPlan, partBytes, placeOf, type VaultFile, type VaultPlan } from "./vaultRows.ts";

/** Gives the memory of bytes back at once, which otherwise waits to be collected. */
const giveBack = (bytes: ArrayBuffer): void => {
  structuredClone(undefined, { transfer: [bytes] });
};

/** Decrypted parts that are held while a file is read. */
const heldParts = 4;

const allParts = ({ vaultParts }: PersonDatabase, id: string) =>
  vaultParts.where("[id+index]").between([id, Dexie.minKey], [id, Dexie.maxKey]);

/** The places of a file's text and head among its parts. */
const textIndex = -1;
const headIndex = -2;
/** The head of a file lies beside its text. */
const headId = (id: string): string => `${id}:head`;

/** A file of which nothing is there. */
const nothingYet = { etag: null, size: null, received: 0 } as const;

/** Bytes of a kept file, any stretch of them, without decrypting the rest. */
export interface VaultBytes {
  size: number;
  /** The bytes from `begin` to before `end`. */
  read: (begin: number, end: number) => Promise<Uint8Array<ArrayBuffer>>;
  /** All of them, part after part, of which none is held. */
  parts: () => AsyncGenerator<Uint8Array<ArrayBuffer>>;
}

/** A page of a kept file's text. */
export type TextPage = ReadingText["pages"][number];

/** The bought files that a person keeps on this device. */
export const openVault = (personId: string) => {
  const base = holdDatabase(personId);
  /** Changes files with all that is theirs, or nothing. */
  const write = <T>(work: () => Promise<T>): Promise<T> =>
    base().transaction(
      "rw",
      [base().vaultFiles, base().vaultParts, base().vaultTexts, base().vaultPlans],
      work,
    );
  const change = (id: string, next: (file: VaultFile) => VaultFile | undefined): Promise<boolean> =>
    write(async () => {
      const file = await base().vaultFiles.get(id);
      const changed = file && next(file);
      if (!changed) return false;
      await base().vaultFiles.put(changed);
      return true;
    });
  const deleteBytes = async (id: string) => {
    await allParts(base(), id).delete();
    await base().vaultTexts.bulkDelete([id, headId(id), viewId(id)]);
  };
  const remove = (ids: readonly string[]): Promise<void> =>
    write(async () => {
      for (const id of ids) {
        await base().vaultFiles.delete(id);
        await deleteBytes(id);
      }
    });
  const list = () => base().vaultFiles.toArray();
  const removeOf = (contentIds: readonly string[]): Promise<void> =>
    write(async () => {
      const own = (await list()).filter(({ contentId }) => contentIds.includes(contentId));
      await remove(own.map(({ id }) => id));
    });
  const plan = async (): Promise<VaultPlan> => (await base().vaultPlans.get("all")) ?? noPlan;
  const setPlan = (news: Partial<Omit<VaultPlan, "name">>): Promise<void> =>
    write(async () => {
      await base().vaultPlans.put({ ...(await plan()), ...news });
    });
  const add = (file: KeepableFile, isAuto = false): Promise<void> =>
    write(async () => {
      const id = placeOf(file);
      if ((await list()).some((one) => placeOf(one) === id)) return;
      const now = Date.now();
      await base().vaultFiles.add({
        ...file,
        ...(isAuto ? { isAuto } : {}),
        id,
        ...nothingYet,
        state: "loading",
        addedAt: now,
        confirmedAt: now,
      });
    });
  /** Has a newer version loaded beside a file, which stays until that is there. */
  const addNewer = async (
    newer: KeepableFile,
    { isAuto, state, addedAt }: VaultFile,
    confirmedAt: number,
  ) => {
    const id = placeOf(newer);
    if ((await list()).some((one) => placeOf(one) === id && one.objectPath === newer.objectPath)) return;
    await base().vaultFiles.put({
      ...newer,
      ...(isAuto === undefined ? {} : { isAuto }),
      id: `${id}@${newer.objectPath}`,
      ...nothingYet,
      state: state === "kept" ? "loading" : state,
      addedAt,
      confirmedAt,
    });
  };
  /** Takes a file that is wholly there, in the place of its older version. */
  const take = async (file: VaultFile): Promise<void> => {
    const taken: VaultFile = { ...file, state: "kept" };
    await base().vaultFiles.put(taken);
    const own = (await list()).filter((one) => one.contentId === file.contentId && one.index === file.index);
    const isOfVersion = ({ objectPath }: VaultFile) => objectPath === file.objectPath;
    // A version of another kind may lie at another place, or at two.
    const isWhole = own.every((one) => !isOfVersion(one) || one.state === "kept");
    const older = own.filter((one) => !isOfVersion(one) && (isWhole || placeOf(one) === placeOf(file)));
    await remove(older.map(({ id }) => id));
  };
  /** Reads a file whose parts are all there. */
  const bytesOf = (file: VaultFile, size: number): VaultBytes => {
    const held = new Map<number, Promise<ArrayBuffer>>();
    const load = async (index: number) => {
      const part = await base().vaultParts.get([file.id, index]);
      if (!part) throw new Error("A part of the file is not on the device any more.");
      const plain = await decryptPart(base(), file, part);
      giveBack(part.bytes);
      return plain;
    };
    const partAt = (index: number) => {
      const known = held.get(index) ?? load(index);
      // Put last: the first in the map is the one that was read least recently.
      held.delete(index);
      held.set(index, known);
      for (const [first, loaded] of held) {
        if (held.size <= heldParts) break;
        held.delete(first);
        // Reads go one after the other, so that none uses it.
        loaded.then(giveBack).catch(() => undefined);
      }
      return known;
    };
    let head: Promise<ReturnType<typeof openHead> | undefined> | undefined;
    const loadHead = async () => {
      const row = await base().vaultTexts.get(headId(file.id));
      return row && openHead(await decryptPart(base(), file, { ...row, index: headIndex }));
    };
    const read = async (begin: number, end: number): Promise<Uint8Array<ArrayBuffer>> => {
      const last = Math.min(end, size);
      head ??= loadHead();
      const known = (await head)?.(begin, last);
      if (known) return known;
      const bytes = new Uint8Array(Math.max(0, last - begin));
      for (let at = begin; at < last;) {
        const index = Math.floor(at / partBytes);
        const from = at - index * partBytes;
        const stretch = new Uint8Array(await partAt(index)).subarray(from, from + last - at);
        bytes.set(stretch, at - begin);
        at += stretch.byteLength;
      }
      return bytes;
    };
    let turn: Promise<unknown> = Promise.resolve();
    return {
      size,
      async *parts() {
        for (let index = 0; index * partBytes < size; index += 1) {
          const plain = await load(index);
          yield new Uint8Array(plain);
          giveBack(plain);
        }
      },
      // One after the other: a document asks for places in all parts at once, which together are the whole file.
      read: (begin, end) => {
        const reading = turn.then(() => read(begin, end));
        turn = reading.catch(() => undefined);
        return reading;
      },
    };
  };
  return {
    list,
    remove,
    plan,
    setPlan,
    /** Puts a file on the list of those to be loaded, unless it is there. */
    add,
    /** Calls back with all files and the plan, now and after each change in any tab. */
    watch: (listener: (files: VaultFile[], plan: VaultPlan) => void): (() => void) => {
      const read = async (): Promise<[VaultFile[], VaultPlan]> => [await list(), await plan()];
      // A database that was deleted meanwhile has no files.
      const subscription = liveQuery(() =>
        read().catch((): [VaultFile[], VaultPlan] => [[], noPlan]),
      ).subscribe(([files, now]) => listener(files, now));
      return () => subscription.unsubscribe();
    },
    /** Removes all files of a content that is bought no more. */
    removeLapsed: (contentId: string): Promise<void> => removeOf([contentId]),
    /** Removes all files of some contents, which the plan does not bring back. */
    removeContents: (contentIds: readonly string[]): Promise<void> =>
      write(async () => {
        await removeOf(contentIds);
        const { except, ...rest } = await plan();
        if (rest.isOn)
          await base().vaultPlans.put({ ...rest, except: [...new Set([...except, ...contentIds])] });
      }),
    /** Adds the files of these contents where the plan wants all: none that was let go, none that could be refunded. */
    addPlanned: async (bought: readonly KeepableContent[]): Promise<void> => {
      const { isOn, except } = await plan();
      if (!isOn) return;
      const known = new Set((await list()).map(placeOf));
      for (const content of bought) {
        if (except.includes(content.id) || isHeldForRefund(content)) continue;
        for (const file of keepableOf(content)) if (!known.has(placeOf(file))) await add(file, true);
      }
    },
    /** Holds a file's loading, or lets it go on; by a person's own wish it waits for no other connection. */
    setState: (id: string, state: "loading" | "paused" | "full", isWished = false): Promise<boolean> =>
      change(id, (file) =>
        file.state === "kept" ? undefined : { ...file, state, ...(isWished ? { isAuto: false } : {}) },
      ),
    /**
     * Notes that these purchases stood when the server was asked, and removes the files of all others but those that
     * were added since. Of a content with a newer version its file is loaded beside the older one; where it has none at
     * that place, the older one stays, as its buyer has bought it.
     */
    confirm: async (bought: readonly KeepableContent[], askedAt: number): Promise<void> => {
      const contents = new Map(bought.map((content) => [content.id, content]));
      const now = Date.now();
      // A time ahead was written by a wrong clock.
      const isLapsed = ({ contentId, addedAt }: VaultFile) =>
        !contents.has(contentId) && (addedAt < askedAt || addedAt > now);
      // Apart from what needs room.
      await remove((await list()).filter(isLapsed).map(({ id }) => id));
      await write(async () => {
        const { isOn } = await plan();
        for (const file of await list()) {
          const content = contents.get(file.contentId);
          if (!content) continue;
          if (isRefundAsked(content)) await base().vaultTexts.delete(viewId(file.id));
          const newest = keepableOf(content).filter(({ index }) => index === file.index);
          const isNewest = newest.some(({ objectPath }) => objectPath === file.objectPath);
          // What has come with the plan has no newer version without it, which would wait for ever.
          if (!isNewest && (isOn || file.isAuto !== true))
            for (const newer of newest) await addNewer(newer, file, askedAt);
          if (isNewest || file.state === "kept")
            await base().vaultFiles.put({ ...file, confirmedAt: askedAt, seenAt: askedAt });
          else await remove([file.id]);
        }
      });
    },
    /** Removes the files of which the server has said nothing for too long, and notes the time on the others. */
    endLeases: async (): Promise<void> => {
      const now = Date.now();
      await remove((await list()).filter((file) => isLeaseOver(file, now)).map(({ id }) => id));
      await write(async () => {
        for (const file of await list()) await base().vaultFiles.put(noteTime(file, now));
      });
    },
    /** Begins a file again: its bytes have another version, or are not those that were sent. */
    restart: (id: string, held?: "paused"): Promise<void> =>
      write(async () => {
        const file = await base().vaultFiles.get(id);
        if (!file) return;
        await deleteBytes(id);
        const { digest: _, isTextTaken: __, ...rest } = file;
        const state = held ?? (file.state === "kept" ? "loading" : file.state);
        await base().vaultFiles.put({ ...rest, ...nothingYet, state });
      }),
    /** Keeps the next part of a file; false where the file was held, removed or begun again meanwhile. */
    keepPart: async (
      { id, received, etag }: Pick<VaultFile, "id" | "received" | "etag">,
      { bytes, size, version, digest }: ByteRange,
    ): Promise<boolean> => {
      const index = received / partBytes;
      const part = await encryptPart(base(), { id, etag: version }, index, bytes);
      return write(async () => {
        const file = await base().vaultFiles.get(id);
        const isSame = file?.state === "loading" && file.received === received && file.etag === etag;
        if (!isSame || activeUserId() !== personId) return false;
        const sum = received + bytes.byteLength;
        await base().vaultParts.put(part);
        const next = {
          ...file,
          ...(digest === undefined ? {} : { digest }),
          etag: version,
          size,
          received: sum,
        };
        // With a digest of the whole it is kept once that was compared.
        await (sum === size && digest === undefined ? take(next) : base().vaultFiles.put(next));
        return true;
      });
    },
    /** Holds all bytes of a file that has come against the whole's digest: it is kept, or not what was sent (false). */
    check: async (file: VaultFile, signal: AbortSignal): Promise<boolean> => {
      const { id, size, digest, etag } = file;
      if (size === null) return false;
      const { wholeDigestOf } = await import("./late/wholeDigest.ts");
      try {
        if ((await wholeDigestOf(bytesOf(file, size), signal)) !== digest) return false;
      } catch (error) {
        // A part that does not open was changed on the device.
        if (!(error instanceof DOMException && error.name === "OperationError")) throw error;
        return false;
      }
      await write(async () => {
        const now = await base().vaultFiles.get(id);
        if (now?.etag === etag && now.received === size) await take(now);
      });
      return true;
    },
    /** The bytes of a file that is wholly there, by its id or its place, with its name and object: those of its version. */
    open: async (
      id: string,
    ): Promise<(VaultBytes & Pick<VaultFile, "fileName" | "objectPath">) | undefined> => {
      const kept = findKeptFile(await list(), id);
      if (!kept) return undefined;
      const { size, fileName, objectPath } = kept;
      return { ...bytesOf(kept, size), fileName, objectPath };
    },
    /**
     * Keeps the last view of the reader of an object, if it can be taken, until its file goes; false where it is not kept.
     * None is taken of an object that is not the one of the file that is wholly there.
     */
    keepView: async (
      id: string,
      objectPath: string,
      takeView: () => Promise<string | undefined>,
    ): Promise<boolean> => {
      const file = findKeptFile(await list(), id);
      if (file?.objectPath !== objectPath) return false;
      const view = await takeView();
      if (view === undefined) return false;
      const bytes = new TextEncoder().encode(view).buffer;
      const { index: _, ...sealed } = await encryptPart(base(), file, viewIndex, bytes);
      return write(async () => {
        const now = await base().vaultFiles.get(file.id);
        if (now?.state !== "kept" || now.etag !== file.etag || activeUserId() !== personId) return false;
        await base().vaultTexts.put({ ...sealed, id: viewId(file.id) });
        return true;
      });
    },
    /** Deletes the last views of a content's readers. */
    removeViews: (contentId: string): Promise<void> =>
      write(async () => {
        const own = (await list()).filter((file) => file.contentId === contentId);
        await base().vaultTexts.bulkDelete(own.map((file) => viewId(file.id)));
      }),
    /** Keeps the text of a file that is there, which may have none, and what it is opened by. */
    keepText: async (file: VaultFile, pages: readonly TextPage[], head?: ArrayBuffer): Promise<void> => {
      const bytes = new TextEncoder().encode(JSON.stringify(pages)).buffer;
      const { id, iv, bytes: sealed } = await encryptPart(base(), file, textIndex, bytes);
      const opening = head && (await encryptPart(base(), file, headIndex, head));
      await write(async () => {
        const now = await base().vaultFiles.get(id);
        if (now?.state !== "kept" || now.etag !== file.etag || activeUserId() !== personId) return;
        if (pages.length > 0) await base().vaultTexts.put({ id, iv, bytes: sealed });
        if (opening) await base().vaultTexts.put({ id: headId(id), iv: opening.iv, bytes: opening.bytes });
        await base().vaultFiles.put({ ...now, isTextTaken: true });
      });
    },
    /** The text of a kept file, by its pages; none where it has none. */
    readText: async (file: VaultFile): Promise<Pick<ReadingText, "unit" | "pages">> => {
      if (file.kind === "text" && file.size !== null) {
        const bytes = await bytesOf(file, file.size).read(0, file.size);
        // Written by the loader from the call's answer.
        return JSON.parse(new TextDecoder().decode(bytes)) as ReadingText;
      }
      const row = await base().vaultTexts.get(file.id);
      if (!row) return { unit: "page", pages: [] };
      const bytes = await decryptPart(base(), file, { ...row, index: textIndex });
      // Written above.
      return { unit: "page", pages: JSON.parse(new TextDecoder().decode(bytes)) as TextPage[] };
    },
  };
};

export type Vault = ReturnType<typeof openVault>;
