// @vitest-environment jsdom
import { Dexie } from "dexie";
import { expect, it } from "vitest";
// The library itself: its names are nobody's promise.
import { CacheTimestampsModel } from "workbox-expiration/models/CacheTimestampsModel.js";
import { databaseOf, eraseDatabase } from "./database.ts";

it("erases what the worker has noted of pictures with everything else, and does not take its notes from it", async () => {
  // Before there was a picture.
  await eraseDatabase("a");
  expect(await Dexie.getDatabaseNames()).toEqual([]);
  const [images, fonts] = ["knowhow-images", "knowhow-fonts"].map((name) => new CacheTimestampsModel(name));
  const address = "https://knowhow.example/api/proxy-image/1/0?v=1&w=640";
  await images?.setTimestamp(address, 1);
  await fonts?.setTimestamp(address, 1);
  await databaseOf("b").texts.put({ name: "a", value: "글" });
  await eraseDatabase("b");
  expect(await images?.getTimestamp(address)).toBeUndefined();
  expect(await fonts?.getTimestamp(address)).toBe(1);
  await images?.setTimestamp(address, 2);
  expect(await images?.getTimestamp(address)).toBe(2);
});
