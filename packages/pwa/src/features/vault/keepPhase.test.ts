import { expect, it } from "vitest";
import type { VaultFile } from "../../offline/vault/vaultRows.ts";
import { byContent, percentOf, progressOf } from "./keepPhase.ts";

const fileOf = (contentId: string, news: Partial<VaultFile> = {}): VaultFile => ({
  id: `${contentId}:0`,
  contentId,
  index: 0,
  fileName: `${contentId}.pdf`,
  objectPath: `/objects/${contentId}`,
  kind: "pdf",
  state: "loading",
  etag: null,
  size: null,
  received: 0,
  addedAt: 0,
  confirmedAt: 0,
  ...news,
});

const kept = fileOf("kept", { state: "kept", size: 100, received: 100 });
const loading = fileOf("loading", { size: 300, received: 100 });
const [first, second] = [fileOf("first"), fileOf("second")];

it("reckons one percent over all files, also of those whose size is not known yet", () => {
  expect(percentOf(progressOf([loading]))).toBe(33);
  expect(percentOf(progressOf([kept, loading]))).toBe(50);
  expect(percentOf(progressOf([kept, loading, first, second]))).toBe(25);
  expect(percentOf(progressOf([kept, first, second]))).toBe(33);
  expect(percentOf(progressOf([kept, { ...loading, received: 300 }]))).toBe(100);
  expect(percentOf(progressOf([first]))).toBe(0);
  expect(percentOf(progressOf([]))).toBe(0);
});

it("tells of files that wait for their turn, not of the one that is loaded or stands still", () => {
  const waiting = (files: VaultFile[], next?: VaultFile) =>
    byContent(files, next).flatMap(({ contentId, progress }) => (progress.isWaiting ? [contentId] : []));
  expect(waiting([kept, loading, first, second], first)).toEqual(["second"]);
  expect(waiting([kept, loading, first, second])).toEqual(["first", "second"]);
  expect(
    waiting([
      { ...first, state: "paused" },
      { ...second, state: "full" },
    ]),
  ).toEqual([]);
});
