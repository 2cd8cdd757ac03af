import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ToastMessage } from "@knowhow/ui/components/ToastProvider.tsx";
import { createDrafts, type Drafts } from "@knowhow/ui/device/drafts/drafts.ts";
import { NoRoomError, type DraftFile } from "@knowhow/ui/device/drafts/draft.ts";
import { createTabDraftStore, type DraftStore } from "@knowhow/ui/device/drafts/store.ts";
import { newActId } from "@knowhow/ui/device/jobs/actId.ts";
import { createDraftForm } from "./draftForm.ts";
import { emptyState, storedEntry } from "@knowhow/ui/device/drafts/sellingForm.ts";
import {
  begunOf,
  buildFile,
  buildRawFile,
  metadataOf,
  picture,
  startUploadServer,
  stubPictures,
} from "./testing.ts";
import { isUnderWay } from "@knowhow/ui/device/drafts/uploadItem.ts";
import type { ListKind } from "@knowhow/ui/device/drafts/fileRules.ts";

let server: Awaited<ReturnType<typeof startUploadServer>> | undefined;
beforeEach(stubPictures);
afterEach(async () => {
  await server?.close();
  server = undefined;
  for (const close of closing.splice(0)) close();
  vi.restoreAllMocks();
});
const closing: (() => void)[] = [];

interface SetUp {
  store?: DraftStore;
  drafts?: Drafts;
  id?: string;
}

const setUp = (
  kind: ListKind = "file",
  entries: readonly DraftFile[] = [],
  {
    store = createTabDraftStore(newActId()),
    drafts = createDrafts(store, newActId()),
    id = newActId(),
  }: SetUp = {},
) => {
  const said: ToastMessage[] = [];
  const form = createDraftForm({
    user: { id: newActId() },
    drafts,
    contentId: null,
    draftId: id,
    draft: drafts.read().find((draft) => draft.id === id),
    saved: { ...emptyState, [kind === "file" ? "files" : "previews"]: entries },
    version: null,
    onDraftId: () => undefined,
    notify: (message) => said.push(message),
    readValues: () => emptyState.values,
    showFields: () => undefined,
  });
  const list = kind === "file" ? form.files : form.previews;
  closing.push(drafts.start(), form.start(), drafts.close);
  const names = () => list.items.getSnapshot().map(({ name }) => name);
  const settled = () =>
    expect.poll(() => list.items.getSnapshot().some((item) => isUnderWay(item))).toBe(false);
  return { form, list, said, names, settled, drafts, store, id };
};
const titles = (said: ToastMessage[]) => said.map(({ title }) => title);

describe("the files of a form", () => {
  it("uploads the first as the main file and the others as extra ones, and tells when each is there", async () => {
    server = await startUploadServer();
    const { list, said, settled } = setUp();
    await list.add([buildFile("a.pdf"), buildFile("b.pdf")]);
    await settled();
    expect(list.items.getSnapshot().map(({ status, objectPath }) => [status, typeof objectPath])).toEqual([
      ["done", "string"],
      ["done", "string"],
    ]);
    const kinds = begunOf(server.asked).map((one) => metadataOf(one)["kind"]);
    expect(kinds.toSorted()).toEqual(["extra", "file"]);
    await expect.poll(() => said).toEqual([{ title: "파일 업로드 완료", description: "a.pdf 외 1개" }]);
  });

  it("takes no file twice: not by name, size and time, not by its bytes, not within one choice", async () => {
    server = await startUploadServer();
    const { list, said, names } = setUp();
    await list.add([buildFile("a.pdf", "same")]);
    await list.add([buildFile("a.pdf", "same")]);
    await list.add([buildFile("copy of a.pdf", "same", 99)]);
    expect(names()).toEqual(["a.pdf"]);
    expect(titles(said).filter((title) => title === "중복 파일")).toHaveLength(2);
    await list.add([buildFile("b.pdf", "1"), buildFile("b.pdf", "1")]);
    expect(names()).toEqual(["a.pdf", "b.pdf"]);
    // A file of the same length may have other bytes.
    await list.add([buildFile("c.pdf", "2")]);
    expect(names()).toEqual(["a.pdf", "b.pdf", "c.pdf"]);
  });

  it("knows a file again that was uploaded before a reload", async () => {
    server = await startUploadServer();
    const kept = { ...storedEntry("a.pdf", "/objects/uploads/9", 14), lastModified: 1 };
    const { list, said } = setUp("file", [kept]);
    await list.add([buildFile("a.pdf", "12345")]);
    expect(titles(said)).toEqual(["중복 파일"]);
  });

  it("calls images images", async () => {
    server = await startUploadServer();
    const { list, said, settled } = setUp("preview");
    await list.add([buildFile("a.png", "x")]);
    await list.add([buildFile("a.png", "x")]);
    await settled();
    await expect.poll(() => titles(said).toSorted()).toEqual(["이미지 업로드 완료", "중복 이미지"]);
  });

  it("takes five at most, and keeps what it left out and why until the next choice", async () => {
    server = await startUploadServer();
    const { list, said, names, settled } = setUp();
    const pages = Array.from({ length: 7 }, (_, index) => buildFile(`${index}.pdf`, "x".repeat(index + 1)));
    await list.add([
      ...pages.slice(0, 2),
      buildFile("0.pdf", "x"),
      buildRawFile("가짜.pdf", "MZ"),
      ...pages.slice(2),
    ]);
    expect(names()).toHaveLength(5);
    expect(list.refusals.getSnapshot()).toEqual([
      "0.pdf: 이미 추가한 파일입니다.",
      "가짜.pdf: 파일 내용이 확장자와 다릅니다. 원본 파일인지 확인해주세요.",
      "5.pdf: 파일은 최대 5개까지 올릴 수 있습니다.",
      "6.pdf: 파일은 최대 5개까지 올릴 수 있습니다.",
    ]);
    await settled();
    await expect
      .poll(() => said)
      .toMatchObject([
        { title: "파일 4개를 추가하지 못했습니다", variant: "destructive" },
        { title: "파일 업로드 완료", description: "0.pdf 외 4개. 4개는 추가하지 못했습니다." },
      ]);
    list.remove(list.items.getSnapshot()[0]?.key ?? "");
    expect(list.refusals.getSnapshot()).toHaveLength(4);
    await list.add([buildFile("새로.pdf")]);
    expect(list.refusals.getSnapshot()).toEqual([]);
    await settled();
  });

  it("refuses images that the browser can not show, or that have too many pixels", async () => {
    server = await startUploadServer();
    const { list, names, said } = setUp("preview");
    picture.side = 8_001;
    await list.add([buildFile("큰 그림.png", "1")]);
    picture.side = 0;
    await list.add([buildFile("깨진 그림.png", "2")]);
    expect(names()).toEqual([]);
    expect(said.map(({ description }) => description)).toEqual([
      "큰 그림.png: 이미지의 가로·세로 크기가 너무 큽니다. 6,400만 화소 이하로 줄여주세요.",
      "깨진 그림.png: 이미지를 읽을 수 없습니다. 다른 이미지를 사용해주세요.",
    ]);
  });

  it("says nothing of success over a failure", async () => {
    server = await startUploadServer((asked) =>
      asked.method === "POST" && metadataOf(asked)["filename"] === "b.pdf"
        ? { status: 503, body: { code: "UNAVAILABLE", message: "불안정합니다." } }
        : undefined,
    );
    const { list, said, settled } = setUp();
    await list.add([buildFile("a.pdf"), buildFile("b.pdf")]);
    await settled();
    expect(list.items.getSnapshot().map(({ status }) => status)).toEqual(["done", "failed"]);
    // Told by a look at the list, and not by a later one either.
    list.follow();
    expect(titles(said)).toEqual(["파일 업로드 실패"]);
  });

  it("marks what the server refused, without another try, and asks for the focus once", async () => {
    const stored = (name: string) => storedEntry(name, `/objects/uploads/${name}`);
    const { list } = setUp("file", [stored("a"), stored("b"), stored("c")]);
    list.refuse(new Map([["/objects/uploads/b", "b: 다릅니다."]]));
    expect(list.items.getSnapshot().map(({ status, message }) => [status, message])).toEqual([
      ["done", undefined],
      ["refused", "b: 다릅니다."],
      ["done", undefined],
    ]);
    expect(list.items.getSnapshot()[1]?.objectPath).toBeUndefined();
    expect([list.takeAttention(), list.takeAttention()]).toEqual(["/objects/uploads/b", undefined]);
  });

  it("brings saved entries back before what was added, and tells what then was too much", async () => {
    server = await startUploadServer();
    const stored = (name: string) => storedEntry(name, `/objects/uploads/${name}`);
    const saved = ["a", "b", "c", "d"].map(stored);
    const { list, names, settled } = setUp("file", [stored("b")]);
    await list.add([buildFile("x.pdf"), buildFile("y.pdf")]);
    await settled();
    list.restore(saved);
    expect(names()).toEqual(["a", "b", "c", "d", "x.pdf"]);
    expect(list.refusals.getSnapshot()).toEqual(["y.pdf: 기존 파일을 유지해 추가하지 않았습니다."]);
  });

  it("keeps a failed file with its reason; trying again uploads it", async () => {
    let isDown = true;
    server = await startUploadServer(({ method }) =>
      isDown && method === "PATCH"
        ? { status: 503, body: { code: "UNAVAILABLE", message: "서비스가 일시적으로 불안정합니다." } }
        : undefined,
    );
    const { list, said, settled } = setUp();
    await list.add([buildFile("a.pdf")]);
    await settled();
    expect(list.items.getSnapshot()[0]).toMatchObject({
      status: "failed",
      message: "서비스가 일시적으로 불안정합니다.",
    });
    expect(titles(said)).toEqual(["파일 업로드 실패"]);
    isDown = false;
    list.resume(list.items.getSnapshot()[0]?.key ?? "");
    await expect
      .poll(() => list.items.getSnapshot()[0])
      .toMatchObject({ status: "done", message: undefined });
  });

  it("cuts an upload off when its entry is removed, without a word", async () => {
    server = await startUploadServer(({ method }) =>
      method === "PATCH" ? new Promise(() => undefined) : undefined,
    );
    const { list, said, names } = setUp();
    await list.add([buildFile("a.pdf")]);
    const { asked } = server;
    await expect.poll(() => asked.some(({ method }) => method === "PATCH")).toBe(true);
    list.remove(list.items.getSnapshot()[0]?.key ?? "");
    expect(names()).toEqual([]);
    // Given up at the server as well, once it is cut off.
    await expect
      .poll(() => asked.some(({ method, path }) => method === "DELETE" && path === "/api/uploads/1"))
      .toBe(true);
    expect([names(), said]).toEqual([[], []]);
  });

  it("changes the order, but never makes a large file an extra one", () => {
    const large = storedEntry("large.zip", "/objects/uploads/1", 60 * 1024 * 1024);
    const small = storedEntry("small.pdf", "/objects/uploads/2", 10);
    const other = storedEntry("other.pdf", "/objects/uploads/3", 10);
    const { list, said, names } = setUp("file", [large, small, other]);
    expect(list.move(2, 1)).toBe(true);
    expect(names()).toEqual(["large.zip", "other.pdf", "small.pdf"]);
    expect(list.move(0, 1)).toBe(false);
    expect(names()[0]).toBe("large.zip");
    expect(titles(said)).toEqual(["순서를 바꿀 수 없습니다"]);
    expect(list.move(0, -1)).toBe(false);
    expect(list.move(7, 0)).toBe(false);
  });

  it("waits without a network, and goes up when there is one", async () => {
    server = await startUploadServer();
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const { list, said } = setUp();
    await list.add([buildFile("a.pdf")]);
    await expect.poll(() => list.items.getSnapshot()[0]).toMatchObject({ status: "waiting", isSafe: true });
    expect([server.asked, said]).toEqual([[], []]);
    online.mockReturnValue(true);
    window.dispatchEvent(new Event("online"));
    await expect.poll(() => titles(said)).toEqual(["파일 업로드 완료"]);
    expect(list.items.getSnapshot()[0]).toMatchObject({ status: "done", objectPath: "/objects/uploads/1" });
  });

  it("holds an upload back until it is told to go on", async () => {
    let isHung = true;
    server = await startUploadServer(({ method }) =>
      method === "PATCH" && isHung ? new Promise(() => undefined) : undefined,
    );
    const { list } = setUp();
    await list.add([buildFile("a.pdf")]);
    const { asked } = server;
    await expect.poll(() => asked.some(({ method }) => method === "PATCH")).toBe(true);
    const key = list.items.getSnapshot()[0]?.key ?? "";
    list.pause(key);
    await expect.poll(() => list.items.getSnapshot()[0]?.status).toBe("paused");
    isHung = false;
    // All that may go up is tried again, and another file goes up behind it.
    window.dispatchEvent(new Event("online"));
    await list.add([buildFile("b.pdf")]);
    await expect.poll(() => list.items.getSnapshot()[1]?.status).toBe("done");
    expect(asked.filter(({ method }) => method === "PATCH").map(({ path }) => path)).toEqual([
      "/api/uploads/1",
      "/api/uploads/2",
    ]);
    list.resume(key);
    await expect.poll(() => list.items.getSnapshot()[0]?.status).toBe("done");
  });

  it("shows what was kept before, with its bytes, and knows it again", async () => {
    server = await startUploadServer();
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const first = setUp();
    await first.list.add([buildFile("a.pdf", "same")]);
    await expect.poll(() => first.list.items.getSnapshot()[0]?.isSafe).toBe(true);
    const again = setUp("file", [], first);
    await expect.poll(() => again.list.items.getSnapshot()[0]?.file?.size).toBe(13);
    expect(again.list.items.getSnapshot()[0]?.status).toBe("waiting");
    await again.list.add([buildFile("copy.pdf", "same", 99)]);
    expect(titles(again.said)).toEqual(["중복 파일"]);
    online.mockReturnValue(true);
  });

  it("uploads from this page what the device has no room for, and says that it is not kept", async () => {
    server = await startUploadServer();
    const store = createTabDraftStore(newActId());
    const { list, said, settled } = setUp("file", [], {
      store: { ...store, keepFile: () => Promise.reject(new NoRoomError()) },
    });
    await list.add([buildFile("a.pdf")]);
    await settled();
    expect(list.items.getSnapshot()[0]).toMatchObject({ status: "done", isSafe: true });
    expect(said[0]).toMatchObject({ title: "기기에 보관하지 못했습니다", variant: "destructive" });
    expect(said[0]?.description).toMatch(/^a\.pdf: 기기에 저장 공간이 부족합니다/);
  });

  it("tells in another tab a file that is being written to the device from one that found no room", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const person = newActId();
    const id = newActId();
    const shared = createTabDraftStore(person);
    let refuse: (reason: Error) => void = () => undefined;
    const writing = new Promise<void>((_, reject) => {
      refuse = reject;
    });
    // The row arrives in the other tab; the progress of its bytes never does.
    const store = { ...shared, pass: () => undefined };
    const full = { ...store, keepFile: () => writing };
    const one = setUp("file", [], { store: full, drafts: createDrafts(full, person), id });
    const two = setUp("file", [], { store, drafts: createDrafts(store, person), id });
    await one.list.add([buildFile("a.pdf")]);
    await expect
      .poll(() => two.list.items.getSnapshot())
      .toMatchObject([{ isSafe: false, isMemoryOnly: false }]);
    refuse(new NoRoomError());
    await expect
      .poll(() => two.list.items.getSnapshot())
      .toMatchObject([{ isSafe: false, isMemoryOnly: true }]);
  });

  it("shows what another tab adds to the same draft, and takes off", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const person = newActId();
    const store = createTabDraftStore(person);
    const id = newActId();
    const one = setUp("file", [], { store, drafts: createDrafts(store, person), id });
    const two = setUp("file", [], { store, drafts: createDrafts(store, person), id });
    await one.list.add([buildFile("a.pdf"), buildFile("b.pdf")]);
    await expect.poll(() => two.names()).toEqual(["a.pdf", "b.pdf"]);
    two.list.remove(two.list.items.getSnapshot()[0]?.key ?? "");
    await expect.poll(() => one.names()).toEqual(["b.pdf"]);
    expect(two.names()).toEqual(["b.pdf"]);
  });

  it("takes nothing back that another tab has taken off or moved, when it adds to the same draft", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const person = newActId();
    const store = createTabDraftStore(person);
    const id = newActId();
    const sold = ["a", "b", "c"].map((name) => storedEntry(name, `/objects/uploads/${name}`));
    const one = setUp("file", sold, { store, drafts: createDrafts(store, person), id });
    const two = setUp("file", sold, { store, drafts: createDrafts(store, person), id });
    const bystander = setUp("file", sold, { store, drafts: createDrafts(store, person) });
    await bystander.form.begin();
    await one.form.begin();
    one.list.remove("/objects/uploads/a");
    one.list.move(1, 0);
    await expect.poll(() => two.drafts.read().find((draft) => draft.id === id)?.files).toHaveLength(2);
    await two.list.add([buildFile("d.pdf")]);
    for (const { names } of [one, two]) await expect.poll(names).toEqual(["c", "b", "d.pdf"]);
    expect(bystander.names()).toEqual(["a", "b", "c"]);
  });
});
