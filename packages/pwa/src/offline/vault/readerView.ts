import { databasePrefix } from "../databaseName.ts";
import { isLeaseOver } from "./lease.ts";
import { decryptBy, vaultKeyName } from "./vaultCipher.ts";
import { placeOf, type VaultFile, type VaultText } from "./vaultRows.ts";

// Built as a script of its own too (scripts/firstScript.ts), which runs before the app and its library of databases.

/** The place of the last view of a file's reader among the file's parts; its row lies beside the file's text. */
export const viewIndex = -3;
export const viewId = (id: string): string => `${id}:view`;

/** The file of an id or a place that is wholly there, and not too long without a word of the server. */
export const findKeptFile = (
  files: readonly VaultFile[],
  id: string,
): (VaultFile & { size: number }) | undefined => {
  const kept = files.find((file) => file.state === "kept" && (file.id === id || placeOf(file) === id));
  if (!kept || kept.size === null || isLeaseOver(kept, Date.now())) return undefined;
  return { ...kept, size: kept.size };
};

const settle = (request: IDBRequest): Promise<unknown> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("No answer of the database.")));
  });

/** The last view of the reader of a user's file, as `Vault.keepView` kept it; none where there is none. */
export const readReaderView = async (personId: string, id: string): Promise<string | undefined> => {
  const opening = indexedDB.open(databasePrefix + personId);
  // A database that is not there is not made.
  opening.addEventListener("upgradeneeded", () => opening.transaction?.abort());
  await settle(opening);
  const base = opening.result;
  try {
    const rows = base.transaction(["vaultFiles", "vaultTexts", "vaultKeys"]);
    const [files, keyRow] = (await Promise.all([
      settle(rows.objectStore("vaultFiles").getAll()),
      settle(rows.objectStore("vaultKeys").get(vaultKeyName)),
    ])) as [VaultFile[], { key: CryptoKey } | undefined]; // rows of these tables, see `PersonDatabase`
    const file = findKeptFile(files, id);
    if (!file || !keyRow) return undefined;
    // A row of that table.
    const view = (await settle(rows.objectStore("vaultTexts").get(viewId(file.id)))) as VaultText | undefined;
    if (!view) return undefined;
    return new TextDecoder().decode(await decryptBy(keyRow.key, file, { ...view, index: viewIndex }));
  } finally {
    base.close();
  }
};
