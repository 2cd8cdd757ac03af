// @vitest-environment jsdom
import { api, AppError } from "@knowhow/shared";
import { sessionEpoch, setActiveUser } from "@knowhow/ui/client/activeUser.ts";
import { markStale, onResponse } from "@knowhow/ui/client/responseCache.ts";
import { meKey } from "@knowhow/ui/client/session.ts";
import { ConnectionError } from "@knowhow/ui/components/failure.ts";
import { createTabTextStore } from "@knowhow/ui/device/texts/store.ts";
import { createTexts } from "@knowhow/ui/device/texts/texts.ts";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { databaseOf } from "./database.ts";
import { watchLibrary } from "./library.ts";
import { keepPictures } from "./pictures.ts";
import { openVault } from "./vault/vaultFiles.ts";

const watched: QueryClient[] = [];
const watch = (queryClient: QueryClient): void => {
  watched.push(queryClient);
  watchLibrary(queryClient, { textsOf: () => createTexts(createTabTextStore(crypto.randomUUID())) });
};
afterEach(() => {
  // Their vaults are watched until they sign out.
  for (const queryClient of watched.splice(0)) queryClient.setQueryData(meKey, null);
});

describe("the library on the device", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
    vi.spyOn(globalThis, "fetch").mockImplementation(() => new Promise(() => undefined));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    setActiveUser(null);
  });
  const asked = () => vi.mocked(fetch).mock.calls.map(([address]) => address);

  it("is not read for who is only remembered, and is once the server has named them", async () => {
    setActiveUser("reader");
    const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } });
    // The user as the device remembers them, before the server has answered.
    markStale(api.accounts.me, {}, Date.now() - 60_000);
    queryClient.setQueryData(meKey, { id: "reader" });
    watch(queryClient);
    await vi.advanceTimersByTimeAsync(31 * 60_000);
    expect(asked()).toEqual([]);
    onResponse(api.accounts.me, {}, sessionEpoch(), 200);
    await vi.advanceTimersByTimeAsync(3_000);
    await expect.poll(asked).toContain(api.contents.bought.path);
  });

  it("is not begun where its person is remembered again by then, nor where something else is old", async () => {
    setActiveUser("reader");
    const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } });
    queryClient.setQueryData(meKey, { id: "reader" });
    watch(queryClient);
    await vi.advanceTimersByTimeAsync(2_000);
    markStale(api.orders.list, {}, Date.now() - 60_000);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked()).toEqual([]);
    onResponse(api.orders.list, {}, sessionEpoch(), 200);
  });
});

it("loads no picture for who has left while the first worker was on its way", async () => {
  const loaded: string[] = [];
  class Picture {
    onload?: () => void;
    set src(address: string) {
      loaded.push(address);
      this.onload?.();
    }
  }
  vi.stubGlobal("Image", Picture);
  Object.defineProperty(navigator, "serviceWorker", { value: { controller: {} }, configurable: true });
  const contents = ["1", "2"].map((id) => ({ previewImageUrls: [`/api/proxy-image/${id}/0?v=1`] }));
  try {
    await expect(keepPictures(contents, () => Promise.reject(new Error("leaving")))).rejects.toThrow(
      "leaving",
    );
    expect(loaded).toEqual([]);
    await keepPictures(contents.slice(0, 1), () => Promise.resolve());
    expect(loaded.length).toBeGreaterThan(0);
  } finally {
    Reflect.deleteProperty(navigator, "serviceWorker");
    vi.unstubAllGlobals();
  }
});

it("lets go at its start what the server has said nothing of for thirty days, of a remembered person and of others", async () => {
  setActiveUser("silent");
  vi.spyOn(globalThis, "fetch").mockImplementation(() => new Promise(() => undefined));
  const kept = ["silent", "gone before"].map((personId) => ({ personId, vault: openVault(personId) }));
  for (const { personId, vault } of kept) {
    for (const contentId of ["old", "new"])
      await vault.add({ contentId, index: 0, fileName: "책.pdf", objectPath: "/objects/a", kind: "pdf" });
    const silence = Date.now() - 30 * 24 * 60 * 60_000;
    await databaseOf(personId).vaultFiles.update("old:0", { confirmedAt: silence });
  }
  const queryClient = new QueryClient();
  // As the device remembers them.
  markStale(api.accounts.me, {}, Date.now() - 60_000);
  queryClient.setQueryData(meKey, { id: "silent" });
  watch(queryClient);
  try {
    for (const { vault } of kept)
      await expect.poll(async () => (await vault.list()).map(({ contentId }) => contentId)).toEqual(["new"]);
  } finally {
    onResponse(api.accounts.me, {}, sessionEpoch(), 200);
    setActiveUser(null);
    vi.restoreAllMocks();
  }
});

it("removes the kept files of a content of which an answer says that it is bought no more, the views alone of one whose refund was asked for, and of no other", async () => {
  setActiveUser("keeper");
  const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } });
  queryClient.setQueryData(meKey, { id: "keeper" });
  vi.spyOn(globalThis, "fetch").mockImplementation(() => new Promise(() => undefined));
  const vault = openVault("keeper");
  for (const contentId of ["refunded", "remembered", "other", "asked", "elsewhere", "deleted", "unreachable"])
    await vault.add({ contentId, index: 0, fileName: "책.pdf", objectPath: "/objects/a", kind: "pdf" });
  const { vaultTexts } = databaseOf("keeper");
  for (const id of ["asked:0", "asked:0:view", "other:0:view"])
    await vaultTexts.put({ id, iv: new Uint8Array(12), bytes: new ArrayBuffer(1) });
  const keyOf = (id: string) => [api.contents.get.path, { params: { id } }];
  const answer = (id: string, hasPurchased: boolean, refundState = "delivered") =>
    queryClient.query({
      queryKey: keyOf(id),
      queryFn: () => ({ id, hasPurchased, purchase: { refundState } }),
    });
  // Read before it was bought in another tab; read anew and liked since.
  await answer("elsewhere", false);
  watch(queryClient);
  void queryClient.query({ queryKey: keyOf("elsewhere"), queryFn: () => new Promise(() => undefined) });
  queryClient.setQueryData(keyOf("elsewhere"), (content: object) => ({ ...content, isLiked: true }));
  // As the device has kept it from before the purchase.
  markStale(api.contents.get, { params: { id: "remembered" } }, Date.now() - 60_000);
  await answer("remembered", false);
  await answer("other", true);
  await answer("asked", true, "requested");
  await answer("refunded", false);
  const fail = (id: string, error: Error) =>
    queryClient
      .query({ queryKey: keyOf(id), queryFn: () => Promise.reject(error), retry: false })
      .catch(() => undefined);
  await fail("deleted", new AppError("NOT_FOUND"));
  await fail("unreachable", new ConnectionError());
  try {
    await expect
      .poll(async () => (await vault.list()).map(({ contentId }) => contentId))
      .toEqual(["asked", "elsewhere", "other", "remembered", "unreachable"]);
    await expect
      .poll(async () => vaultTexts.toCollection().primaryKeys())
      .toEqual(["asked:0", "other:0:view"]);
  } finally {
    onResponse(api.contents.get, { params: { id: "remembered" } }, sessionEpoch(), 200);
    setActiveUser(null);
    vi.restoreAllMocks();
  }
});
