// @vitest-environment jsdom
import { expect, it } from "vitest";
import { databaseOf } from "./database.ts";
import { createResponseCache, pruneAnswers } from "./responseCache.ts";

const dayMs = 24 * 60 * 60_000;

const setUp = (personId: string) => {
  const cache = createResponseCache(personId);
  const keep = (address: string, keptAt: number) =>
    cache.keep(address, { data: address, nextCursor: undefined, keptAt });
  const kept = async () => (await databaseOf(personId).answers.toCollection().primaryKeys()).sort();
  return { cache, keep, kept };
};

it("lets go of everything under addresses that begin in one way", async () => {
  const { cache, keep, kept } = setUp("prefixes");
  for (const address of ['["/a",{"id":"1"},{}]', '["/a",{"id":"1"},{"x":1}]', '["/a",{"id":"10"},{}]'])
    await keep(address, Date.now());
  await cache.forget('["/a",{"id":"1"}');
  expect(await kept()).toEqual(['["/a",{"id":"10"},{}]']);
  expect(await cache.recall('["/a",{"id":"1"},{}]')).toBeUndefined();
});

it("lets go of what was not read for ninety days, and of the oldest beyond a number", async () => {
  const { keep, kept } = setUp("ages");
  const now = Date.now();
  await keep("new", now);
  await keep("older", now - 80 * dayMs);
  await keep("old", now - 91 * dayMs);
  await keep("middle", now - 40 * dayMs);
  await pruneAnswers("ages");
  expect(await kept()).toEqual(["middle", "new", "older"]);
  await pruneAnswers("ages", 2);
  expect(await kept()).toEqual(["middle", "new"]);
});
