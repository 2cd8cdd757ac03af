import { beforeEach, expect, it } from "vitest";
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
