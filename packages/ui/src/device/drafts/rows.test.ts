import { beforeEach, expect, it, vi } from "vitest";
import { blankRow } from "./draft.ts";
import { createDraftRows } from "./rows.ts";
import { createTabDraftStore } from "./store.ts";

beforeEach(() => sessionStorage.clear());

it("writes later changes, of this draft and of others, after a listener has failed", async () => {
  const store = createTabDraftStore("person");
  let calls = 0;
  const rows = createDraftRows(store, () => {
    calls += 1;
    // The first call shows the change, the second its write.
    if (calls === 2) throw new Error("A listener fails.");
  });
  const write = (id: string, savedAt: number) => rows.change(id, () => ({ ...blankRow(id), savedAt }));
  await expect(write("first", 1)).rejects.toThrow("A listener fails.");
  expect(await Promise.all([write("first", 2), write("second", 3)])).toEqual([true, true]);
  expect((await store.read()).map(({ id, savedAt }) => [id, savedAt])).toEqual(
    expect.arrayContaining([
      ["first", 2],
      ["second", 3],
    ]),
  );
});

it("does not go on trying to write what the device never took, and what is gone by now", async () => {
  const store = createTabDraftStore("person");
  const write = vi.spyOn(store, "change").mockRejectedValue(new DOMException("full", "QuotaExceededError"));
  vi.spyOn(console, "warn").mockReturnValue(undefined);
  const rows = createDraftRows(store, () => undefined);
  await rows.update("gone", () => blankRow("gone"));
  await rows.update("there", () => blankRow("there"));
  expect(["gone", "there"].map(rows.isUnkept)).toEqual([true, true]);
  await rows.change("gone", () => undefined);
  write.mockClear();
  await rows.saveUnkept();
  expect(write.mock.calls.map(([id]) => id)).toEqual(["there"]);
  expect(rows.all().map(({ id }) => id)).toEqual(["there"]);
});
