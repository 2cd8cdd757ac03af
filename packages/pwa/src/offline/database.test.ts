// @vitest-environment jsdom
import { Dexie } from "dexie";
import { setActiveUser } from "@knowhow/ui/client/activeUser.ts";
import { describe, expect, it, vi } from "vitest";
// The library itself: the names in its database are not documented.
import { CacheTimestampsModel } from "workbox-expiration/models/CacheTimestampsModel.js";
import { actOf } from "../testing/unsent.ts";
import { databaseOf, eraseDatabase, holdDatabase } from "./database.ts";

it("erases what the worker has noted of pictures with everything else, and does not take its notes from it", async () => {
  // Before there was a picture.
  await eraseDatabase("blank");
  expect(await Dexie.getDatabaseNames()).toEqual([]);
  const [images, fonts] = ["knowhow-images", "knowhow-fonts"].map((name) => new CacheTimestampsModel(name));
  const address = "https://knowhow.example/api/proxy-image/1/0?v=1&w=640";
  await images?.setTimestamp(address, 1);
  await fonts?.setTimestamp(address, 1);
  await databaseOf("pictured").texts.put({ name: "a", value: "글" });
  await eraseDatabase("pictured");
  expect(await images?.getTimestamp(address)).toBeUndefined();
  expect(await fonts?.getTimestamp(address)).toBe(1);
  await images?.setTimestamp(address, 2);
  expect(await images?.getTimestamp(address)).toBe(2);
});

describe("a device on which the app ran before the first release", () => {
  /** The steps as they were, by number. */
  const formerSteps: Record<string, string>[] = [
    { outbox: "id, madeAt", answers: "address" },
    { drafts: "id", draftParts: "[draftId+key+index]" },
    { texts: "name" },
    { answers: "address, keptAt" },
    { sealed: "++id, table, isWaiting" },
    { sealed: "++id, table, isWaiting, keyId" },
    {},
    { jobs: "id, createdAt" },
  ];
  const sealed = { isWaiting: 1, keyId: "pair-1", origin: "가", row: "나" };
  const rows: Record<string, object[]> = {
    outbox: [{ id: "act-1", madeAt: 1, kind: "comment" }],
    jobs: [actOf("former")],
    answers: [{ address: "/api/orders", keptAt: 3, value: [1] }],
    drafts: [{ id: "draft-1", title: "제목" }],
    draftParts: [{ draftId: "draft-1", key: "file-1", index: 0, bytes: "조각" }],
    texts: [{ name: "room:1", value: "보내지 않은 글" }],
    sealed: [{ id: 1, table: "texts", ...sealed }],
  };

  it.each(formerSteps.map((_, index) => index + 1))(
    "has all that step %i kept in the tables of today, and no other table",
    async (last) => {
      const personId = `former-${last}`;
      const former = new Dexie(`knowhow:${personId}`);
      for (const [index, stores] of formerSteps.slice(0, last).entries())
        former.version(index + 1).stores(stores);
      await former.open();
      const known = former.tables.map(({ name }) => name);
      for (const name of known) await former.table(name).bulkAdd(rows[name] ?? []);
      // Sealed rows of a deleted table have no table to be opened into.
      if (known.includes("sealed")) await former.table("sealed").add({ id: 2, table: "outbox", ...sealed });
      former.close();

      const today = databaseOf(personId);
      await today.open();
      for (const [name, kept] of Object.entries(rows).filter(([table]) => table !== "outbox"))
        expect(await today.table(name).toArray()).toEqual(known.includes(name) ? kept : []);
      const fresh = databaseOf(`new-${last}`);
      await fresh.open();
      const shapeOf = ({ tables }: Dexie) =>
        tables
          .map(({ name, schema }) => [name, schema.primKey.src, schema.indexes.map(({ src }) => src)])
          .sort();
      const stored = (name: string) => new Dexie(`knowhow:${name}`).open();
      const [ofFormer, ofFresh] = await Promise.all([stored(personId), stored(`new-${last}`)]);
      expect(shapeOf(ofFormer)).toEqual(shapeOf(ofFresh));
      expect(ofFormer.tables.map(({ name }) => name)).not.toContain("outbox");
      expect(ofFormer.verno).toBe(11);
      for (const database of [ofFormer, ofFresh]) database.close();
    },
  );
});

describe("a database that was deleted", () => {
  const names = async () => (await Dexie.getDatabaseNames()).filter((name) => /:(held|other)-/.test(name));

  it.each([
    ["this", () => eraseDatabase("held-this")],
    ["another", () => Dexie.delete("knowhow:held-another")],
  ])("by %s tab is not made anew by who held it, whoever is here next", async (tab, erase) => {
    const [personId, bystander] = [`held-${tab}`, `other-${tab}`];
    setActiveUser(personId);
    const hold = holdDatabase(personId);
    const held = hold();
    await held.texts.put({ name: "a", value: "글" });
    await databaseOf(bystander).texts.put({ name: "b", value: "남의 글" });
    setActiveUser(bystander);
    await erase();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    try {
      await expect(held.texts.put({ name: "a", value: "늦은 글" })).rejects.toThrow();
      await expect(held.texts.toArray()).rejects.toThrow();
      expect(hold).toThrow("deleted");
      expect(await names()).toEqual([`knowhow:${bystander}`]);
      expect(await databaseOf(bystander).texts.count()).toBe(1);
      // The same user, signed in again.
      setActiveUser(personId);
      await hold().texts.put({ name: "a", value: "새 글" });
      expect(await databaseOf(personId).texts.count()).toBe(1);
    } finally {
      vi.useRealTimers();
      setActiveUser(null);
      for (const one of [personId, bystander]) await eraseDatabase(one);
    }
  });
});
