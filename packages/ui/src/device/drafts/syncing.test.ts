import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { client } from "../../client/client.ts";
import { newActId } from "../jobs/actId.ts";
import { emptyState } from "./sellingForm.ts";
import { startDraftServer } from "../../testing/draftServer.ts";
import type { Draft } from "./draft.ts";
import { createDrafts, type Drafts } from "./drafts.ts";
import { createTabDraftStore, type DraftStore } from "./store.ts";

describe("drafts and their copies on the server", () => {
  let server: Awaited<ReturnType<typeof startDraftServer>>;
  let store: DraftStore;
  let drafts: Drafts;
  let stop: () => void;
  let id: string;

  const reopen = () => {
    drafts = createDrafts(store, newActId());
    stop = drafts.start();
  };
  const close = () => {
    stop();
    drafts.close();
  };
  const goes = (isOnline: boolean) => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
    window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
  };
  const save = (title: string, draftId = id) =>
    drafts.save({
      id: draftId,
      contentId: null,
      contentVersion: null,
      values: { ...emptyState.values, title },
      fileKeys: [],
      previewKeys: [],
    });
  const titles = () => drafts.read().map((draft: Draft) => draft.values.title);
  const there = () => [...server.drafts.values()].map(({ title }) => title);
  /** Long enough that no change counts as still being typed. */
  const isCalm = () => vi.advanceTimersByTime(6_000);
  /** Saves a version from another device under the same id. */
  const changeThere = (title: string, draftId = id) => server.saveElsewhere(draftId, { title });
  const pushed = async (title: string) => {
    isCalm();
    await expect.poll(there).toContain(title);
    await expect.poll(async () => (await store.read()).every(({ pushed }) => pushed)).toBe(true);
  };

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], shouldAdvanceTime: true });
    sessionStorage.clear();
    server = await startDraftServer();
    id = newActId();
    store = createTabDraftStore(newActId());
    reopen();
  });
  afterEach(async () => {
    close();
    vi.restoreAllMocks();
    vi.useRealTimers();
    await server.close();
  });

  it("are told a while after the last change, and read by another device", async () => {
    await save("하나");
    await save("하나 반");
    expect(there()).toEqual([]);
    await pushed("하나 반");
    expect(server.heard.filter(({ method }) => method === "PUT")).toHaveLength(1);
    const other = createDrafts(createTabDraftStore(newActId()), newActId());
    const stopOther = other.start();
    await expect.poll(() => other.read().map(({ values }) => values.title)).toEqual(["하나 반"]);
    isCalm();
    stopOther();
    // Read, not written again.
    expect(server.drafts.get(id)?.version).toBe(1);
  });

  it("are taken over when they have changed elsewhere only", async () => {
    await save("여기");
    await pushed("여기");
    changeThere("저기");
    goes(false);
    goes(true);
    await expect.poll(titles).toEqual(["저기"]);
  });

  it("are both kept when both have changed, but not under the hands of who edits", async () => {
    await save("처음");
    await pushed("처음");
    const release = drafts.hold(id);
    changeThere("저기");
    await save("여기");
    isCalm();
    await expect.poll(() => server.heard.filter(({ method }) => method === "PUT")).toHaveLength(2);
    // The open form is told at once, after the decision about both.
    await expect.poll(() => drafts.read().some(({ isChangedElsewhere }) => isChangedElsewhere)).toBe(true);
    expect(titles()).toEqual(["여기"]);
    release();
    vi.advanceTimersByTime(60_000);
    await expect.poll(() => titles().sort()).toEqual(["여기", "저기"]);
    const copy = drafts.read().find(({ isCopy }) => isCopy);
    expect([copy?.values.title, copy?.id === id]).toEqual(["여기", false]);
    expect(drafts.read().some(({ isChangedElsewhere }) => isChangedElsewhere)).toBe(false);
    isCalm();
    await expect.poll(() => there().sort()).toEqual(["여기", "저기"]);
  });

  it("are published as they were written here when they have changed elsewhere meanwhile", async () => {
    await save("처음");
    await pushed("처음");
    goes(false);
    await drafts.addFile(id, "file", new File(["글"], "글.pdf", { type: "application/pdf" }), "a");
    await drafts.publish(id);
    changeThere("저기");
    let isBusy = true;
    server.spoil(({ path }) =>
      isBusy && path.startsWith("/api/uploads") ? { status: 503, code: "UNAVAILABLE" } : undefined,
    );
    goes(true);
    await expect.poll(() => titles().sort()).toEqual(["저기", "처음"]);
    const copy = drafts.read().find(({ isCopy }) => isCopy);
    expect(copy).toMatchObject({ values: { title: "처음" }, publishing: { attempts: 0 } });
    expect(drafts.read().find((draft) => draft.id === id)?.publishing).toBeUndefined();
    isBusy = false;
    drafts.resume(copy?.id ?? "", "a");
    await expect.poll(() => server.contents.map(({ body }) => body.title)).toEqual(["처음"]);
    await expect.poll(titles).toEqual(["저기"]);
  });

  it("are told at once where a clock that was wrong says that they will be written next month", async () => {
    goes(false);
    const real = Date.now();
    vi.setSystemTime(real + 40 * 86_400_000);
    await save("다음 달");
    vi.setSystemTime(real);
    const reads = vi.spyOn(store, "read");
    goes(true);
    await expect.poll(there).toEqual(["다음 달"]);
    const before = reads.mock.calls.length;
    // A lane without rest would read at every turn, timer or answer.
    for (let second = 0; second < 10; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      await client.drafts.list({ query: { limit: 1 } });
    }
    expect(reads.mock.calls.length - before).toBeLessThan(5);
  });

  it("are both kept where the server would not take what was written here", async () => {
    await save("처음");
    await pushed("처음");
    server.spoil(({ method }) => (method === "PUT" ? { status: 400, code: "VALIDATION" } : undefined));
    await save("안 되는 것");
    isCalm();
    await expect.poll(() => server.heard.filter(({ method }) => method === "PUT")).toHaveLength(2);
    changeThere("저기");
    goes(false);
    goes(true);
    await expect.poll(() => titles().sort()).toEqual(["안 되는 것", "저기"]);
  });

  it("are with the server while they wait to be published", async () => {
    await save("기다리는 것");
    await drafts.addFile(id, "file", new File(["글"], "글.pdf", { type: "application/pdf" }), "a");
    await expect.poll(() => drafts.transferOf(id, "a")).toEqual({ status: "done" });
    server.spoil(({ path }) => (path === "/api/contents" ? { status: 503, code: "UNAVAILABLE" } : undefined));
    await drafts.publish(id);
    await pushed("기다리는 것");
    const objectPath = drafts.read()[0]?.files[0]?.objectPath;
    expect(server.drafts.get(id)?.files).toEqual([{ name: "글.pdf", size: 3, objectPath }]);
    server.spoil();
    goes(false);
    goes(true);
    await expect.poll(() => server.contents).toHaveLength(1);
    await expect.poll(there).toEqual([]);
  });

  describe("where an answer of the server is lost", () => {
    const loseFirst = async () => {
      let puts = 0;
      server.spoil(({ method }) => {
        if (method !== "PUT") return undefined;
        puts += 1;
        // The answer takes time: a wake meanwhile does not retry at once.
        vi.advanceTimersByTime(1_000);
        return puts === 1 ? "lost" : undefined;
      });
      isCalm();
      await expect.poll(() => server.drafts.size).toBe(1);
      const lost = () => store.read().then(([row]) => [row?.sending !== undefined, row?.version]);
      await expect.poll(lost).toEqual([true, 0]);
    };

    it("are in no conflict with themselves", async () => {
      await save("첫 줄");
      await loseFirst();
      close();
      reopen();
      await expect.poll(() => drafts.isRead()).toBe(true);
      await save("첫 줄, 둘째 줄");
      vi.advanceTimersByTime(70_000);
      await expect.poll(there).toEqual(["첫 줄, 둘째 줄"]);
      expect(drafts.read()).toMatchObject([{ id, values: { title: "첫 줄, 둘째 줄" } }]);
    });

    it("do not come back when they are deleted", async () => {
      await save("지울 글");
      await loseFirst();
      await drafts.remove(id);
      goes(false);
      goes(true);
      vi.advanceTimersByTime(70_000);
      await expect.poll(there).toEqual([]);
      await expect.poll(() => store.read()).toEqual([]);
      expect(drafts.read()).toEqual([]);
    });
  });

  it("part in one go: whatever is cut off, one of them is published", async () => {
    await save("내 글");
    await pushed("내 글");
    goes(false);
    await drafts.publish(id);
    changeThere("저기");
    server.spoil(({ path }) => (path === "/api/contents" ? { status: 503, code: "UNAVAILABLE" } : undefined));
    const { split } = store;
    vi.spyOn(store, "split").mockImplementation(async (draftId, how) => {
      await split(draftId, how);
      // The browser is killed when the device has both.
      drafts.close();
      return undefined;
    });
    goes(true);
    await expect.poll(() => store.read()).toHaveLength(2);
    vi.spyOn(store, "split").mockRestore();
    stop();
    server.spoil();
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
    reopen();
    vi.advanceTimersByTime(70_000);
    await expect.poll(() => server.contents.map(({ body }) => body.title)).toEqual(["내 글"]);
    await expect.poll(titles).toEqual(["저기"]);
  });

  it("stay as they were written here where the device has no room for both", async () => {
    await save("내 글");
    await pushed("내 글");
    goes(false);
    await save("내 글, 길게 고침");
    changeThere("저기");
    const full = vi.spyOn(store, "split").mockRejectedValue(new DOMException("full", "QuotaExceededError"));
    goes(true);
    await expect.poll(() => full).toHaveBeenCalled();
    await expect.poll(() => store.read()).toMatchObject([{ values: { title: "내 글, 길게 고침" } }]);
    full.mockRestore();
    vi.advanceTimersByTime(130_000);
    goes(false);
    goes(true);
    await expect.poll(() => titles().sort()).toEqual(["내 글, 길게 고침", "저기"]);
  });

  it("go when they are deleted elsewhere, unless they were changed here", async () => {
    const other = newActId();
    await save("지워질 것");
    await save("고친 것", other);
    await pushed("지워질 것");
    await pushed("고친 것");
    goes(false);
    await save("고친 것 더", other);
    server.drafts.clear();
    goes(true);
    await expect.poll(titles).toEqual(["고친 것 더"]);
    await pushed("고친 것 더");
    expect(server.drafts.get(other)?.version).toBe(1);
  });

  it("are deleted there too, also when that was without a network", async () => {
    await save("지울 것");
    await pushed("지울 것");
    goes(false);
    await drafts.remove(id);
    expect(titles()).toEqual([]);
    close();
    reopen();
    await expect.poll(() => drafts.isRead()).toBe(true);
    expect(titles()).toEqual([]);
    goes(true);
    await expect.poll(there).toEqual([]);
    expect(titles()).toEqual([]);
    await expect.poll(() => store.read()).toEqual([]);
  });

  it("count as left behind while the server does not have them", async () => {
    goes(false);
    await save("여기만");
    await save("보낼 것", newActId());
    const [last] = drafts.read();
    if (last) await drafts.publish(last.id);
    expect(await drafts.leftBehind()).toEqual({ waiting: 1, unsaved: 1 });
  });
});
