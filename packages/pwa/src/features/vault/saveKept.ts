import { activeUserId } from "@knowhow/ui/client/activeUser.ts";

/** For so long the browser may take to begin with a copy. */
const beginMs = 60_000;

/** Saves a kept file for other programs, by a person's own press; false where the device does not have it. */
export const saveKept = async (contentId: string, index: number): Promise<boolean> => {
  const personId = activeUserId();
  if (personId === null) return false;
  const { openVault } = await import("../../offline/vault/vaultFiles.ts");
  const vault = openVault(personId);
  const file = (await vault.list()).find(
    ({ state, kind, ...one }) =>
      state === "kept" && kind !== "text" && one.contentId === contentId && one.index === index,
  );
  const bytes = file && (await vault.open(file.id));
  if (!bytes) return false;
  const parts: Blob[] = [];
  for await (const plain of bytes.parts()) {
    const part = new Blob([plain]);
    // Asked for a byte of it, the browser has taken the part out of the page's memory.
    await part.slice(0, 1).arrayBuffer();
    parts.push(part);
  }
  const address = URL.createObjectURL(new Blob(parts, { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = file.fileName;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), beginMs);
  return true;
};
