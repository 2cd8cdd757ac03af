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
  ];
  const act = { kind: "comment", input: { contentId: "c", text: "소감" }, lane: "comments:c", attempts: 1 };
  const rows: Record<string, object[]> = {
    outbox: [
      { ...act, id: "act-1", madeAt: 1, notBefore: 9, firstTriedAt: 5, trouble: "나중에", isSending: true },
      { ...act, id: "act-2", madeAt: 2, notBefore: 0, refusal: "안 됩니다", said: { code: "ROOM_INACTIVE" } },
      { ...act, id: "act-3", madeAt: 3, notBefore: 0 },
    ],
    answers: [{ address: "/api/orders", keptAt: 3, value: [1] }],
    drafts: [{ id: "draft-1", title: "제목" }],
    draftParts: [{ draftId: "draft-1", key: "file-1", index: 0, bytes: "조각" }],
    texts: [{ name: "room:1", value: "보내지 않은 글" }],
    sealed: [{ id: 1, table: "texts", isWaiting: 1, keyId: "pair-1", origin: "가", row: "나" }],
  };

  const jobsOf = (userId: string) => {
    const { kind, lane, attempts, input: payload } = act;
    const job = { userId, kind, lane, attempts, payload, status: "queued", notBefore: 0 };
    const troubled = { notBefore: 9, firstAttemptAt: 5, lastFailure: { message: "나중에" } };
    const refused = { status: "parked", lastFailure: { message: "안 됩니다", code: "ROOM_INACTIVE" } };
    return [
      { ...job, id: "act-1", createdAt: 1, ...troubled },
      { ...job, id: "act-2", createdAt: 2, ...refused },
      { ...job, id: "act-3", createdAt: 3 },
    ];
  };

  it.each(formerSteps.map((_, index) => index + 1))(
    "has all that step %i kept, and the tables of today",
    async (last) => {
      const personId = `former-${last}`;
      const former = new Dexie(`knowhow:${personId}`);
      for (const [index, stores] of formerSteps.slice(0, last).entries())
        former.version(index + 1).stores(stores);
      await former.open();
      const known = former.tables.map(({ name }) => name);
      for (const name of known) await former.table(name).bulkAdd(rows[name] ?? []);
      former.close();

      const today = databaseOf(personId);
      await today.open();
      // The jobs are the unsent acts of the first step.
      expect(await today.jobs.toArray()).toEqual(jobsOf(personId));
      for (const [name, kept] of Object.entries(rows).filter(([table]) => table !== "outbox"))
        expect(await today.table(name).toArray()).toEqual(known.includes(name) ? kept : []);
      expect(await today.table("outbox").count()).toBe(0);
      const fresh = databaseOf(`new-${last}`);
      await fresh.open();
      const shapeOf = ({ tables }: Dexie) =>
        tables
          .map(({ name, schema }) => [name, schema.primKey.src, schema.indexes.map(({ src }) => src)])
          .sort();
      const stored = (name: string) => new Dexie(`knowhow:${name}`).open();
      const [ofFormer, ofFresh] = await Promise.all([stored(personId), stored(`new-${last}`)]);
      expect(shapeOf(ofFormer)).toEqual(shapeOf(ofFresh));
      expect(ofFormer.verno).toBe(8);
      for (const database of [ofFormer, ofFresh]) database.close();
    },
  );

  it("has what a tab of an earlier release says after that, from the next start on, and nobody else's", async () => {
    await databaseOf("late").open();
    await databaseOf("bystander").jobs.add(actOf("bystander"));
    const former = new Dexie("knowhow:late");
    for (const [index, stores] of formerSteps.entries()) former.version(index + 1).stores(stores);
    await former.table("outbox").bulkAdd(rows.outbox ?? []);
    former.close();
    databaseOf("late").close();
    await databaseOf("late").open();
    expect(await databaseOf("late").jobs.toArray()).toEqual(jobsOf("late"));
    expect(await databaseOf("late").table("outbox").count()).toBe(0);
    expect(await databaseOf("bystander").jobs.toArray()).toEqual([actOf("bystander")]);
  });
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
