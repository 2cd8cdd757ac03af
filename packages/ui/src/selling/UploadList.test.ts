import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ToastMessage } from "../components/ToastProvider.tsx";
import { buildFile, startUploadServer, stubObjectUrls } from "./testing.ts";
import { storedItem, UploadList, type UploadItem } from "./UploadList.ts";
import type { ListKind } from "./fileRules.ts";

let server: Awaited<ReturnType<typeof startUploadServer>> | undefined;
beforeEach(stubObjectUrls);
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const setUp = (kind: ListKind = "file", items: readonly UploadItem[] = []) => {
  const said: ToastMessage[] = [];
  const list = new UploadList(kind, items, (message) => said.push(message));
  const names = () => list.getItems().map(({ name }) => name);
  const settled = () =>
    vi.waitFor(() => {
      expect(list.getItems().every(({ status }) => status !== "uploading")).toBe(true);
    });
  return { list, said, names, settled };
};
const titles = (said: ToastMessage[]) => said.map(({ title }) => title);

describe("UploadList", () => {
  it("uploads the first as the main file and the others as extra ones, and tells when each is there", async () => {
    server = await startUploadServer();
    const { list, said, settled } = setUp();
    await list.add([buildFile("a.pdf"), buildFile("b.pdf")]);
    await settled();
    expect(list.getItems().map(({ status, objectPath }) => [status, typeof objectPath])).toEqual([
      ["done", "string"],
      ["done", "string"],
    ]);
    const kinds = server.asked
      .filter(({ path }) => path === "/api/objects/upload")
      .map(({ body }) => (JSON.parse(body) as { fileName: string; kind: string }).kind);
    expect(kinds.toSorted()).toEqual(["extra", "file"]);
    expect(titles(said)).toEqual(["파일 업로드 완료", "파일 업로드 완료"]);
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
    // The same length is not the same bytes.
    await list.add([buildFile("c.pdf", "2")]);
    expect(names()).toEqual(["a.pdf", "b.pdf", "c.pdf"]);
  });

  it("knows a file again that was uploaded before a reload", async () => {
    server = await startUploadServer();
    const kept = storedItem({ name: "a.pdf", objectPath: "/objects/uploads/9", size: 5, lastModified: 1 });
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
    await vi.waitFor(() => {
      expect(titles(said).toSorted()).toEqual(["이미지 업로드 완료", "중복 이미지"]);
    });
  });

  it("takes five at most, and says once what it left out", async () => {
    server = await startUploadServer();
    const { list, said, names, settled } = setUp();
    await list.add(
      Array.from({ length: 7 }, (_, index) => buildFile(`${index}.pdf`, String(index).repeat(index + 1))),
    );
    expect(names()).toHaveLength(5);
    expect(said.filter(({ variant }) => variant === "destructive")).toMatchObject([
      { title: "파일 2개를 추가하지 못했습니다" },
    ]);
    await settled();
  });

  it("keeps a failed file with its reason; trying again uploads it", async () => {
    let isDown = true;
    server = await startUploadServer(({ method }) =>
      isDown && method === "PUT"
        ? { status: 503, body: { code: "UNAVAILABLE", message: "서비스가 일시적으로 불안정합니다." } }
        : undefined,
    );
    const { list, said, settled } = setUp();
    await list.add([buildFile("a.pdf")]);
    await settled();
    expect(list.getItems()[0]).toMatchObject({
      status: "failed",
      message: "서비스가 일시적으로 불안정합니다.",
    });
    expect(titles(said)).toEqual(["파일 업로드 실패"]);
    isDown = false;
    list.retry(list.getItems()[0]?.key ?? "");
    await settled();
    expect(list.getItems()[0]).toMatchObject({ status: "done", message: undefined });
  });

  it("cuts an upload off when its entry is removed, without a word", async () => {
    server = await startUploadServer(({ method }) =>
      method === "PUT" ? new Promise(() => undefined) : undefined,
    );
    const { list, said, names } = setUp();
    await list.add([buildFile("a.pdf")]);
    const { asked } = server;
    await vi.waitFor(() => {
      expect(asked.some(({ method }) => method === "PUT")).toBe(true);
    });
    list.remove(list.getItems()[0]?.key ?? "");
    expect(names()).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([names(), said]).toEqual([[], []]);
  });

  it("changes the order, but never makes a large file an extra one", () => {
    const large = storedItem({ name: "large.zip", objectPath: "/objects/uploads/1", size: 60 * 1024 * 1024 });
    const small = storedItem({ name: "small.pdf", objectPath: "/objects/uploads/2", size: 10 });
    const other = storedItem({ name: "other.pdf", objectPath: "/objects/uploads/3", size: 10 });
    const { list, said, names } = setUp("file", [large, small, other]);
    expect(list.move(2, 1)).toBe(true);
    expect(names()).toEqual(["large.zip", "other.pdf", "small.pdf"]);
    expect(list.move(0, 1)).toBe(false);
    expect(names()[0]).toBe("large.zip");
    expect(titles(said)).toEqual(["순서를 바꿀 수 없습니다"]);
    expect(list.move(0, -1)).toBe(false);
    expect(list.move(7, 0)).toBe(false);
  });
});
