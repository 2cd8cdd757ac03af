import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { client } from "../../client/client.ts";
import { newActId } from "../jobs/actId.ts";
import { isBusy } from "../update/busy.ts";
import { heldFile, NoRoomError } from "./draft.ts";
import { phaseOf } from "./draftPhase.ts";
import { laneOfFile } from "./files.ts";
import { bytesOf, fileOf, setUpDevice, type TestDevice } from "./testing.ts";

const megabyte = 1024 * 1024;

const asksOnClosing = (): boolean => {
  const closing = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(closing);
  return closing.defaultPrevented;
};

describe("drafts", () => {
  let at: TestDevice;
  let id: string;
  beforeEach(async () => {
    at = await setUpDevice();
    ({ id } = at);
  });
  afterEach(() => at.close());

  it("keep what is typed, newest first, with their files in order", async () => {
    at.goes(false);
    await at.save("하나");
    await at.drafts().addFile(id, "file", fileOf("가.pdf", 10), "a");
    await at.drafts().addFile(id, "file", fileOf("나.pdf", 10), "b");
    await at.save("하나 더", ["b", "a"]);
    const savedAt = at.own()?.savedAt ?? Infinity;
    await expect.poll(() => Date.now()).toBeGreaterThan(savedAt);
    await at.save("둘", [], newActId());
    expect(
      at
        .drafts()
        .read()
        .map(({ values }) => values.title),
    ).toEqual(["둘", "하나 더"]);
    expect(at.own()?.files.map(({ key, name, isKept }) => [key, name, isKept])).toEqual([
      ["b", "나.pdf", true],
      ["a", "가.pdf", true],
    ]);
    const before = at.drafts().transferOf(id, "a");
    expect(before).toEqual({ status: "waiting" });
    expect(at.drafts().transferOf(id, "a")).toBe(before);
    at.reopen();
    await expect.poll(() => at.own()?.values.title).toBe("하나 더");
    expect((await at.drafts().blobOf(id, "a"))?.size).toBe(10);
    await at.drafts().removeFile(id, "a");
    expect(at.own()?.files.map(({ key }) => key)).toEqual(["b"]);
  });

  it("show nothing of a write that ends after they were closed", async () => {
    at.goes(false);
    const { change } = at.store;
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const write = vi.spyOn(at.store, "change").mockImplementation(async (...given) => {
      await released;
      return change(...given);
    });
    const saving = at.save("하나");
    await expect.poll(() => write.mock.calls.length).toBe(1);
    at.kill();
    release();
    await saving;
    expect(at.drafts().read()).toEqual([]);
  });

  it("send files when the network is back, and go on where they were cut off", async () => {
    at.goes(false);
    await at.save("큰 파일");
    const size = 3 * megabyte;
    await at.drafts().addFile(id, "file", fileOf("큰.pdf", size), "big");
    expect(at.server.heard).toEqual([]);
    let cuts = 0;
    at.server.spoil(({ method }) => {
      if (method !== "PATCH" || cuts === 1) return undefined;
      cuts += 1;
      return { after: 2 * megabyte };
    });
    at.goes(true);
    await expect.poll(() => at.drafts().transferOf(id, "big")).toEqual({ status: "done" });
    const objectPath = at.own()?.files[0]?.objectPath ?? "";
    expect(Buffer.compare(await at.server.bytesOf(objectPath), Buffer.from(bytesOf(size)))).toBe(0);
    expect(at.asked("POST", "/api/uploads")).toHaveLength(1);
    expect(at.asked("HEAD", "/api/uploads")).toHaveLength(1);
    const sent = at.asked("PATCH", "/api/uploads").reduce((sum, { bytes }) => sum + bytes, 0);
    // Bytes that were on their way at the cut may come twice.
    expect(sent).toBeLessThan(size + megabyte);
  });

  it("send no byte before the device has the address at which it can be resumed", async () => {
    await at.save("파일");
    const { change } = at.store;
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    vi.spyOn(at.store, "change").mockImplementation(async (...given) => {
      if (at.asked("POST", "/api/uploads").length > 0) await released;
      return change(...given);
    });
    await at.drafts().addFile(id, "file", fileOf("가.pdf", 10), "a");
    await expect.poll(() => at.asked("POST", "/api/uploads")).toHaveLength(1);
    // As long as ten other requests take.
    for (let asked = 0; asked < 10; asked += 1) await client.drafts.list.page({});
    expect(at.asked("PATCH", "/api/uploads")).toEqual([]);
    release();
    await expect.poll(() => at.drafts().transferOf(id, "a")).toEqual({ status: "done" });
    expect(at.asked("PATCH", "/api/uploads")).toHaveLength(1);
  });

  it("tell how far a file is that is held up, and after a restart too", async () => {
    await at.save("큰 파일");
    const size = 10 * megabyte;
    let pieces = 0;
    // The first part of eight megabytes gets through.
    at.server.spoil(({ method }) => {
      if (method !== "PATCH") return undefined;
      pieces += 1;
      return pieces > 1 ? { after: 0 } : undefined;
    });
    await at.drafts().addFile(id, "file", fileOf("큰.pdf", size), "big");
    const held = (isCut?: boolean) => ({
      status: "waiting",
      ...(isCut ? { isCut } : {}),
      sent: expect.any(Number),
    });
    await expect.poll(() => at.drafts().transferOf(id, "big")).toEqual(held(true));
    const draft = at.own();
    if (!draft) throw new Error("There is no draft.");
    const phase = phaseOf(draft, at.drafts(), true);
    expect(phase.percent).toBeGreaterThanOrEqual(80);
    expect(phase.text).toBe(`임시 저장 · 업로드를 기다리는 중 · ${phase.percent}%까지 올림`);
    at.goes(false);
    await expect.poll(() => at.own()?.files[0]?.sent).toBeGreaterThan(0);
    at.reopen();
    await expect.poll(() => at.drafts().transferOf(id, "big")).toEqual(held());
    at.drafts().pause(id, "big");
    expect(at.drafts().transferOf(id, "big")).toEqual({ status: "paused", sent: expect.any(Number) });
  });

  it("say no for good where the server does, and try again where it only can not", async () => {
    await at.save("둘");
    at.server.spoil(({ method, path }) =>
      method === "POST" && path === "/api/uploads" ? { status: 415, code: "UNSUPPORTED_TYPE" } : undefined,
    );
    await at.drafts().addFile(id, "file", fileOf("가.pdf", 100), "refused");
    await expect
      .poll(() => at.drafts().transferOf(id, "refused"))
      .toEqual({ status: "refused", message: "안 됩니다" });
    at.server.spoil(({ method, path }) =>
      method === "POST" && path === "/api/uploads" ? { status: 503, code: "UNAVAILABLE" } : undefined,
    );
    await at.drafts().addFile(id, "file", fileOf("나.pdf", 100), "later");
    await expect
      .poll(() => at.drafts().transferOf(id, "later"))
      .toEqual({ status: "failed", message: "안 됩니다" });
    at.server.spoil();
    at.drafts().resume(id, "later");
    await expect.poll(() => at.drafts().transferOf(id, "later")).toEqual({ status: "done" });
    expect(at.drafts().transferOf(id, "refused")?.status).toBe("refused");
  });

  it("let no update in while a file goes up, whatever screen is shown, and ask nothing on closing", async () => {
    await at.save("큰 파일");
    at.server.spoil(({ method }) => (method === "PATCH" ? { status: 503, code: "UNAVAILABLE" } : undefined));
    await at.drafts().addFile(id, "file", fileOf("가.pdf", 100), "a");
    await expect.poll(() => at.drafts().transferOf(id, "a")?.status).toBe("failed");
    expect(isBusy()).toBe(false);
    at.server.spoil();
    at.drafts().resume(id, "a");
    expect(isBusy()).toBe(true);
    expect(asksOnClosing()).toBe(false);
    await expect.poll(() => at.drafts().transferOf(id, "a")).toEqual({ status: "done" });
    await expect.poll(isBusy).toBe(false);
  });

  it("hold the page while a file is in its memory alone, until the server has it", async () => {
    vi.spyOn(at.store, "keepFile").mockRejectedValue(new NoRoomError());
    at.goes(false);
    await at.save("큰 파일");
    expect([at.drafts().isAtRisk(), isBusy(), asksOnClosing()]).toEqual([false, false, false]);
    await expect(at.drafts().addFile(id, "file", fileOf("가.pdf", 100), "a")).rejects.toThrow(NoRoomError);
    await at.drafts().publish(id);
    expect([at.drafts().isAtRisk(), isBusy(), asksOnClosing()]).toEqual([true, true, true]);
    at.goes(true);
    await expect.poll(() => at.server.contents).toHaveLength(1);
    await expect.poll(isBusy).toBe(false);
    expect([at.drafts().isAtRisk(), asksOnClosing()]).toEqual([false, false]);
  });

  it("hold nothing of a file that the device had no room for once the server has refused it", async () => {
    vi.spyOn(at.store, "keepFile").mockRejectedValue(new NoRoomError());
    await at.save("큰 파일");
    const add = async (name: string, key: string, answer: { status: number; code: string }) => {
      at.server.spoil(({ method, path }) =>
        method === "POST" && path === "/api/uploads" ? answer : undefined,
      );
      await expect(at.drafts().addFile(id, "file", fileOf(name, 100), key)).rejects.toThrow(NoRoomError);
    };
    await add("가.pdf", "refused", { status: 415, code: "UNSUPPORTED_TYPE" });
    await expect.poll(() => at.drafts().transferOf(id, "refused")?.status).toBe("refused");
    await add("나.pdf", "later", { status: 503, code: "UNAVAILABLE" });
    await expect.poll(() => at.drafts().transferOf(id, "later")?.status).toBe("failed");
    const isFree = (key: string) => at.store.unlessHeld(heldFile(key), async () => undefined);
    expect([await isFree("refused"), await isFree("later")]).toEqual([true, false]);
    expect(await at.drafts().blobOf(id, "refused")).toBeUndefined();
    expect((await at.drafts().blobOf(id, "later"))?.size).toBe(100);
    expect([at.drafts().isAtRisk(), asksOnClosing()]).toEqual([true, true]);
    await at.drafts().removeFile(id, "later");
    expect([at.drafts().isAtRisk(), isBusy(), asksOnClosing()]).toEqual([false, false, false]);
  });

  it("leave the uploading to another tab while their page is frozen, and go on with it afterwards", async () => {
    let isFrozen = false;
    at.server.spoil(({ method }) =>
      method === "PATCH" && !isFrozen ? { status: 503, code: "UNAVAILABLE" } : undefined,
    );
    await at.save("큰 파일");
    await at.drafts().addFile(id, "file", fileOf("가.pdf", 100), "a");
    await expect.poll(() => at.drafts().transferOf(id, "a")?.status).toBe("failed");
    isFrozen = true;
    document.dispatchEvent(new Event("freeze"));
    // Takes the lock that only one tab can hold.
    let hasLed = false;
    const led = async () => {
      hasLed = true;
    };
    await at.store.runInLane(laneOfFile("a"), led, "wait");
    expect([hasLed, at.own()?.files[0]?.objectPath]).toEqual([true, undefined]);
    document.dispatchEvent(new Event("resume"));
    at.drafts().resume(id, "a");
    await expect.poll(() => at.drafts().transferOf(id, "a")).toEqual({ status: "done" });
  });

  it("send a file while another tab is at another one", async () => {
    await at.save("둘");
    let end: () => void = () => undefined;
    void at.store.runInLane(laneOfFile("held"), () => new Promise((resolve) => (end = resolve)));
    await at.drafts().addFile(id, "file", fileOf("가.pdf", 100), "held");
    await at.drafts().addFile(id, "file", fileOf("나.pdf", 100), "free");
    await expect.poll(() => at.drafts().transferOf(id, "free")?.status).toBe("done");
    expect(at.drafts().transferOf(id, "held")).toEqual({ status: "waiting" });
    expect(at.asked("POST", "/api/uploads")).toHaveLength(1);
    end();
    // A save in the other tab shows that it goes on.
    await at.save("둘 다");
    await expect.poll(() => at.drafts().transferOf(id, "held")?.status).toBe("done");
    expect(at.asked("POST", "/api/uploads")).toHaveLength(2);
  });

  it("do not speak of room where a file could not be kept for another reason", async () => {
    const unreadable = vi
      .spyOn(at.store, "keepFile")
      .mockRejectedValue(new DOMException("", "NotReadableError"));
    await at.save("하나");
    const failure = at.drafts().addFile(id, "file", fileOf("가.pdf", 100), "a");
    await expect(failure).rejects.toThrow(/저장하지 못했습니다/);
    expect(unreadable).toHaveBeenCalled();
  });

  it("hold the page for what is typed where the device takes nothing, until they are given up", async () => {
    vi.spyOn(at.store, "change").mockRejectedValue(new NoRoomError());
    at.goes(false);
    await expect(at.save("하나")).rejects.toThrow(NoRoomError);
    expect([at.drafts().isAtRisk(), isBusy(), asksOnClosing()]).toEqual([true, true, true]);
    await at.drafts().remove(id);
    expect([at.drafts().isAtRisk(), isBusy(), asksOnClosing()]).toEqual([false, false, false]);
    await expect(at.save("둘", [], newActId())).rejects.toThrow(NoRoomError);
    at.kill();
    expect([isBusy(), asksOnClosing()]).toEqual([false, false]);
  });

  it("wait calmly for a server that can not be reached", async () => {
    await at.save("하나");
    let isAway = true;
    at.server.spoil(({ path }) => (isAway && path.startsWith("/api/uploads") ? { after: 0 } : undefined));
    await at.drafts().addFile(id, "file", fileOf("가.pdf", 100), "a");
    await expect.poll(() => at.drafts().transferOf(id, "a")).toEqual({ status: "waiting", isCut: true });
    isAway = false;
    at.drafts().resume(id, "a");
    await expect.poll(() => at.drafts().transferOf(id, "a")).toEqual({ status: "done" });
  });

  it("begin an upload anew that the server has forgotten, and stop one that is paused", async () => {
    await at.save("하나");
    at.server.spoil(({ method }) => (method === "PATCH" ? { status: 503, code: "UNAVAILABLE" } : undefined));
    await at.drafts().addFile(id, "file", fileOf("가.pdf", 1_000), "a");
    await expect.poll(() => at.drafts().transferOf(id, "a")?.status).toBe("failed");
    at.drafts().pause(id, "a");
    expect(at.drafts().transferOf(id, "a")?.status).toBe("paused");
    at.server.spoil(({ method }) => (method === "HEAD" ? { status: 410, code: "NOT_FOUND" } : undefined));
    const pieces = () => at.asked("PATCH", "/api/uploads").length;
    const before = pieces();
    // All that still waits is tried again, before another file goes up.
    at.goes(false);
    at.goes(true);
    await at.drafts().addFile(id, "file", fileOf("나.pdf", 1_000), "b");
    await expect.poll(() => at.drafts().transferOf(id, "b")).toEqual({ status: "done" });
    expect(at.asked("HEAD", "/api/uploads")).toEqual([]);
    expect([at.asked("POST", "/api/uploads").length, pieces() - before]).toEqual([2, 1]);
    at.drafts().resume(id, "a");
    await expect.poll(() => at.drafts().transferOf(id, "a")).toEqual({ status: "done" });
    expect(at.asked("POST", "/api/uploads")).toHaveLength(3);
  });
});
