import type { DeviceKey } from "@knowhow/shared";
import { blankRow, type DraftFile, type DraftRow } from "@knowhow/ui/device/drafts/draft.ts";
import type { Job } from "@knowhow/ui/device/jobs/job.ts";
import { generateKeyPairSync } from "node:crypto";

/** A text that must not be readable on the device. */
export const canary = "카나리아 한 마리";

/** A key pair of an account. */
export const createKey = (): DeviceKey => {
  const {
    x = "",
    y = "",
    d = "",
  } = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
    format: "jwk",
  });
  return { x, y, d };
};

/** The browser's locks: a held lock is not available. */
export const createLocks = () => {
  const held = new Set<string>();
  return {
    held,
    request: async (name: string, ...rest: unknown[]) => {
      const run = rest.at(-1) as (lock: object | null) => unknown; // the last argument of either overload
      return run(held.has(name) ? null : { name });
    },
  };
};

/** A comment of a user that waits to be sent. */
export const actOf = (userId: string, changes: Partial<Job> = {}): Job => ({
  id: "act",
  userId,
  kind: "comment",
  payload: { contentId: "c", about: canary, text: canary },
  lane: "comments:c",
  status: "queued",
  createdAt: 1,
  attempts: 0,
  notBefore: 0,
  ...changes,
});
/** A file of a draft. */
export const file = (key: string, size: number, changes: Partial<DraftFile> = {}): DraftFile => ({
  key,
  name: `${canary}.pdf`,
  type: "application/pdf",
  size,
  lastModified: 1,
  isKept: true,
  ...changes,
});
/** A draft with these files. */
export const draftOf = (id: string, files: DraftFile[] = []): DraftRow => ({
  ...blankRow(id),
  values: { ...blankRow(id).values, title: canary, price: 9_900_123 },
  files,
});
