import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newActId } from "../jobs/actId.ts";
import { freeableOf } from "./draftPhase.ts";
import { fileOf, setUpDevice, type TestDevice } from "./testing.ts";

const day = 86_400_000;

describe("drafts that another device has too", () => {
  let at: TestDevice;
  let id: string;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], shouldAdvanceTime: true });
    at = await setUpDevice();
    ({ id } = at);
  });
  afterEach(() => at.close());

  const titles = () =>
    at
      .drafts()
      .read()
      .map(({ values }) => values.title);
  const there = () => [...at.server.drafts.values()].map(({ title }) => title);
  const look = () => document.dispatchEvent(new Event("visibilitychange"));
  const lists = () => at.asked("GET", "/api/drafts?").length;

  it("are not lost when an older version is published here", async () => {
    await at.save("처음");
    await at.pushed("처음");
    at.changeThere("다른 기기에서 쓴 글");
    expect((await at.drafts().publish(id)).status).toBe("stored");
    await expect.poll(titles).toEqual(["다른 기기에서 쓴 글"]);
    expect(at.server.contents.map(({ body }) => body.title)).toEqual(["처음"]);
    expect(there()).toEqual(["다른 기기에서 쓴 글"]);
  });

  it("are not lost when what is published was known to be in conflict with them", async () => {
    await at.save("처음");
    await at.pushed("처음");
    const release = at.drafts().hold(id);
    at.changeThere("다른 기기에서 쓴 글");
    await at.save("여기서 쓴 글");
    vi.advanceTimersByTime(6_000);
    await expect.poll(() => at.asked("PUT", "/api/drafts")).toHaveLength(2);
    expect((await at.drafts().publish(id)).status).toBe("stored");
    release();
    await expect.poll(titles).toEqual(["다른 기기에서 쓴 글"]);
    expect(there()).toEqual(["다른 기기에서 쓴 글"]);
  });

  it("are not lost when an older version is deleted here, and go when they have been seen", async () => {
    await at.save("처음");
    await at.pushed("처음");
    at.changeThere("다른 기기에서 쓴 글");
    await at.drafts().remove(id);
    await expect.poll(titles).toEqual(["다른 기기에서 쓴 글"]);
    expect(there()).toEqual(["다른 기기에서 쓴 글"]);
    await at.drafts().remove(id);
    await expect.poll(there).toEqual([]);
    await expect.poll(() => at.store.read()).toEqual([]);
  });

  it("do not take the place of what is on this device and could not be read", async () => {
    await at.save("처음");
    await at.pushed("처음");
    at.kill();
    await at.store.change(id, (row) => row && { ...row, values: { ...row.values, title: "여기서 쓴 글" } });
    at.changeThere("다른 기기에서 쓴 글");
    const { read } = at.store;
    at.store.read = vi.fn(async () => {
      throw new Error("busy");
    });
    vi.spyOn(console, "warn").mockReturnValue(undefined);
    const before = lists();
    at.reopen();
    await expect.poll(lists).toBeGreaterThan(before);
    await expect.poll(titles).not.toEqual([]);
    at.store.read = read;
    expect((await read()).map(({ values }) => values.title)).toContain("여기서 쓴 글");
    at.goes(false);
    at.goes(true);
    await expect.poll(() => titles().sort()).toEqual(["다른 기기에서 쓴 글", "여기서 쓴 글"]);
  });

  it("are gone with their bytes when they were deleted elsewhere", async () => {
    await at.save("처음");
    await at.drafts().addFile(id, "file", fileOf("가.pdf", 500), "a");
    await expect.poll(() => at.own()?.files[0]?.objectPath).toBeDefined();
    await at.pushed("처음");
    await expect.poll(() => at.server.drafts.get(id)?.files).toHaveLength(1);
    const { home = id } = at.own()?.files[0] ?? {};
    const bytes = () => at.store.blobOf(home, "a", 500, "application/pdf");
    expect(await bytes()).toBeDefined();
    at.server.drafts.delete(id);
    at.goes(false);
    at.goes(true);
    await expect.poll(titles).toEqual([]);
    await expect.poll(bytes).toBeUndefined();
  });

  it("are read again when somebody looks, but not all the time", async () => {
    await at.save("처음");
    await at.pushed("처음");
    const before = lists();
    look();
    // A list that is wanted is read before anything is sent.
    await at.save("더 쓴 글");
    await at.pushed("더 쓴 글");
    expect(lists()).toBe(before);
    at.changeThere("다른 기기에서 쓴 글");
    vi.advanceTimersByTime(60_000);
    look();
    await expect.poll(titles).toEqual(["다른 기기에서 쓴 글"]);
    vi.advanceTimersByTime(60_000);
    at.changeThere("또 고친 글");
    const stop = at.drafts().start();
    await expect.poll(titles).toEqual(["또 고친 글"]);
    stop();
  });

  it("keep the order of their files, and the main one is the main one", async () => {
    await at.save("글");
    let isBlocked = true;
    at.server.spoil(({ path }) =>
      isBlocked && path.startsWith("/api/uploads") ? { status: 503, code: "UNAVAILABLE" } : undefined,
    );
    await at.drafts().addFile(id, "file", fileOf("본문.pdf", 1_000), "main");
    at.drafts().pause(id, "main");
    isBlocked = false;
    const up = async (key: string) => {
      await at.drafts().addFile(id, "file", fileOf(`${key}.pdf`, 500), key);
      await expect.poll(() => at.own()?.files.find((file) => file.key === key)?.objectPath).toBeDefined();
    };
    await up("a");
    await up("b");
    isBlocked = true;
    await at.drafts().addFile(id, "file", fileOf("c.pdf", 500), "c");
    at.drafts().pause(id, "c");
    await at.save("글", ["main", "a", "c", "b"]);
    await at.pushed("글");
    await expect.poll(() => at.server.drafts.get(id)?.files).toHaveLength(2);
    const keys = () => at.own()?.files.map(({ key }) => key);
    at.changeThere("다른 기기에서 고친 제목");
    at.goes(false);
    at.goes(true);
    await expect.poll(titles).toEqual(["다른 기기에서 고친 제목"]);
    expect(keys()).toEqual(["main", "a", "c", "b"]);
    at.server.drafts.get(id)?.files.reverse();
    at.changeThere("순서도 바꿈");
    at.goes(false);
    at.goes(true);
    await expect.poll(titles).toEqual(["순서도 바꿈"]);
    expect(keys()).toEqual(["main", "b", "a", "c"]);
  });

  describe("and that the server has deleted for their age", () => {
    const upload = async () => {
      await at.save("석 달 전에 쓴 글");
      await at.drafts().addFile(id, "file", fileOf("가.pdf", 100), "a");
      await expect.poll(() => at.own()?.files[0]?.objectPath).toBeDefined();
      await at.pushed("석 달 전에 쓴 글");
      await expect.poll(() => at.server.drafts.get(id)?.files).toHaveLength(1);
    };

    it("stay on the device with their files, and are kept anew", async () => {
      await upload();
      const path = at.own()?.files[0]?.objectPath;
      at.kill();
      vi.setSystemTime(Date.now() + 91 * day);
      at.server.drafts.clear();
      at.reopen();
      await expect.poll(there).toEqual(["석 달 전에 쓴 글"]);
      await expect.poll(() => at.own()?.files[0]?.objectPath).not.toBe(path);
      await expect.poll(() => at.own()?.files[0]?.objectPath).toBeDefined();
      // Stored anew they are young: missing now, they were deleted by a person.
      vi.advanceTimersByTime(6_000);
      await expect.poll(() => at.store.read()).toMatchObject([{ version: 2 }]);
      at.server.drafts.clear();
      at.goes(false);
      at.goes(true);
      await expect.poll(titles).toEqual([]);
    });

    it("say of a file that nobody has any more that it is gone, and keep their text", async () => {
      await upload();
      await at.drafts().free(id);
      at.kill();
      vi.setSystemTime(Date.now() + 91 * day);
      at.server.drafts.clear();
      at.reopen();
      await expect.poll(there).toEqual(["석 달 전에 쓴 글"]);
      expect(at.drafts().transferOf(id, "a")).toMatchObject({ status: "refused" });
    });

    it("are taken over from the device that brought them back", async () => {
      await at.save("여기 글");
      await at.pushed("여기 글");
      const before = at.server.drafts.get(id);
      at.server.drafts.clear();
      // Its versions count from 1 again there, so this one has a number that is known here.
      at.changeThere("되살려 고친 글");
      expect(at.server.drafts.get(id)?.version).toBe(before?.version);
      at.goes(false);
      at.goes(true);
      await expect.poll(titles).toEqual(["되살려 고친 글"]);
    });
  });

  it("keep a file that was still being written when both were kept", async () => {
    await at.save("처음");
    await at.pushed("처음");
    let write: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      write = resolve;
    });
    const { keepFile } = at.store;
    vi.spyOn(at.store, "keepFile").mockImplementation(async (...file) => {
      await gate;
      await keepFile(...file);
    });
    await at.save("여기서 쓴 글");
    const added = at.drafts().addFile(id, "file", fileOf("가.pdf", 100), "a");
    at.changeThere("다른 기기에서 쓴 글");
    vi.advanceTimersByTime(6_000);
    await expect.poll(() => titles().sort()).toEqual(["다른 기기에서 쓴 글", "여기서 쓴 글"]);
    write();
    await added;
    const copy = at
      .drafts()
      .read()
      .find(({ isCopy }) => isCopy);
    expect(copy?.files).toMatchObject([{ key: "a", isKept: true, home: id }]);
    expect((await at.drafts().blobOf(copy?.id ?? "", "a"))?.size).toBe(100);
    await expect.poll(() => at.own(copy?.id)?.files[0]?.objectPath).toBeDefined();
  });

  it("free no file that the server's copy does not name", async () => {
    const other = newActId();
    await at.save("보관되는 글");
    await at.save("보관되지 않는 글", [], other);
    await at.pushed("보관되는 글");
    await at.pushed("보관되지 않는 글");
    at.server.spoil(({ method, path }) =>
      method === "PUT" && path.endsWith(other) ? { status: 409, code: "TOO_MANY_DRAFTS" } : undefined,
    );
    await at.drafts().addFile(id, "file", fileOf("가.pdf", 100), "a");
    await at.drafts().addFile(other, "file", fileOf("나.pdf", 100), "b");
    const isUp = (draftId: string) => at.own(draftId)?.files[0]?.objectPath !== undefined;
    await expect.poll(() => [isUp(id), isUp(other)]).toEqual([true, true]);
    vi.advanceTimersByTime(6_000);
    await expect.poll(() => at.server.drafts.get(id)?.files).toHaveLength(1);
    const freeable = () => [at.own(id), at.own(other)].map((draft) => draft && freeableOf(draft));
    await expect.poll(freeable).toEqual([100, 0]);
    await at.drafts().free();
    expect(await at.drafts().blobOf(id, "a")).toBeUndefined();
    expect((await at.drafts().blobOf(other, "b"))?.size).toBe(100);
  });
});
