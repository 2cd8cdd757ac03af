import { api } from "@knowhow/shared";
import { createRangeTransport, type ByteRange } from "@knowhow/ui/client/byteRange.ts";
import { client } from "@knowhow/ui/client/client.ts";
import { recallAnswer } from "@knowhow/ui/client/responseCache.ts";
import { hasCode } from "@knowhow/ui/components/failure.ts";
import { delayOf, dueAt } from "@knowhow/ui/device/jobs/backoff.ts";
import { createAttempts, isOfOne } from "../attempts.ts";
import { isNoRoom } from "../noRoom.ts";
import { loadableOf } from "./plan.ts";
import type { Vault } from "./vaultFiles.ts";
import { partBytes, type VaultFile } from "./vaultRows.ts";

/** Room that is left to everything else that the device keeps: a text that is typed matters more than a copy. */
const spareBytes = 64 * 1024 * 1024;

const hasRoom = async (): Promise<boolean> => {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return quota === undefined || usage === undefined || quota - usage > partBytes + spareBytes;
  } catch {
    // A browser that does not say fails at the write.
    return true;
  }
};

/** Files that failed, by their id: how often in a row, and until when they wait. */
export type Rests = Map<string, { attempts: number; until: number }>;

interface Loading {
  personId: string;
  vault: Vault;
  signal: AbortSignal;
  rests: Rests;
}

/** Keeps the content of a file, which its reader shows: its own round may come later than the file. */
const keepContent = async (contentId: string, { personId, signal }: Loading): Promise<void> => {
  const params = { id: contentId };
  if ((await recallAnswer(api.contents.get, { params })) !== undefined) return;
  // A read in the background is no view.
  await client.contents.get({ params, query: { peek: "1" } }, { personId, signal }).catch(() => undefined);
};

/** The next part of a file, asked for in the background: its person has not seen the version by it. */
const fetchPart = async (
  { contentId, index, kind, received, size }: VaultFile,
  { personId, signal }: Loading,
): Promise<ByteRange | undefined> => {
  const params = { contentId, index: String(index) };
  const options = { personId, signal, sanctionIsFailure: true };
  if (kind === "text") {
    const text = await client.reading.text({ params, query: { peek: "1" } }, options);
    const { buffer, byteLength } = new TextEncoder().encode(JSON.stringify(text));
    return {
      bytes: buffer.slice(received, received + partBytes),
      size: byteLength,
      version: String(byteLength),
    };
  }
  // Of a file that comes as one part, the part's digest is the whole's.
  const isLast = size !== null && received > 0 && received + partBytes >= size;
  const { taken, transport } = createRangeTransport(received, partBytes, isLast);
  await client.files.download({ params, query: { read: "1", peek: "1" } }, { ...options, transport });
  return taken.range;
};

/** Loads the next part of a file. */
const loadPart = async (file: VaultFile, loading: Loading): Promise<void> => {
  const { vault, signal } = loading;
  try {
    if (file.size !== null && file.received === file.size) {
      if (await vault.check(file, signal)) return;
      console.warn(`${file.id} is not what was sent.`);
      await vault.restart(file.id, "paused");
      return;
    }
    if (!(await hasRoom())) {
      await vault.setState(file.id, "full");
      return;
    }
    const part = await fetchPart(file, loading);
    if (!part) return;
    if (file.received === 0) await keepContent(file.contentId, loading);
    // Replaced by its seller since the first part.
    if (file.etag !== null && (file.etag !== part.version || file.size !== part.size))
      await vault.restart(file.id);
    else await vault.keepPart(file, part);
  } catch (error) {
    if (isNoRoom(error)) await vault.setState(file.id, "full");
    else if (hasCode(error, "PURCHASE_REQUIRED")) await vault.removeLapsed(file.contentId);
    else if (hasCode(error, "NOT_FOUND")) await vault.remove([file.id]);
    else if (hasCode(error, "NO_TEXT")) await vault.setState(file.id, "paused");
    else throw error;
  }
};

/** Loads the next part of a file, which waits after a failure, longer each time. */
const tryPart = async (file: VaultFile, loading: Loading): Promise<void> => {
  const { rests } = loading;
  try {
    await loadPart(file, loading);
    rests.delete(file.id);
  } catch (error) {
    const attempts = (rests.get(file.id)?.attempts ?? 0) + 1;
    // Where it is no fault of the file's, it only lets the others go first.
    const until = isOfOne(error) ? Date.now() + delayOf(attempts, error) : 0;
    rests.set(file.id, { attempts, until });
    throw error;
  }
};

/**
 * Loads files part by part, until none can be loaded now, and answers whether that was all; fails where the server can
 * not be reached.
 */
export const loadVault = async (loading: Loading): Promise<boolean> => {
  const { vault, signal, rests } = loading;
  const attempt = createAttempts();
  const attemptsOf = ({ id }: VaultFile) => rests.get(id)?.attempts ?? 0;
  for (;;) {
    signal.throwIfAborted();
    const loadable = loadableOf(await vault.list(), await vault.plan());
    const [next] = loadable
      .filter(({ id }) => dueAt(rests.get(id)?.until ?? 0) <= Date.now())
      .sort((a, b) => attemptsOf(a) - attemptsOf(b));
    if (!next) return loadable.length === 0;
    await attempt(() => tryPart(next, loading), undefined);
  }
};
