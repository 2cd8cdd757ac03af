import { afterEach, describe, expect, it } from "vitest";
import { refuse, startServer, type FakeAnswer } from "../testing/server.ts";
import type { UploadProgress } from "./transfer.ts";
import { uploadFile } from "./upload.ts";

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const serve = (put: FakeAnswer) =>
  startServer(({ method }) =>
    method === "PUT"
      ? put
      : {
          body: { uploadURL: `${server.origin}/.private/uploads/1?sig=x`, objectPath: "/objects/uploads/1" },
        },
  );

const file = new File(["내용"], "노트.pdf", { type: "application/pdf" });

describe("uploadFile", () => {
  it("asks for an address, puts the bytes there with their type and tells how far it is", async () => {
    server = await serve({ status: 200 });
    const seen: UploadProgress[] = [];
    const done = await uploadFile(file, { kind: "file", onProgress: (progress) => seen.push(progress) });
    expect(done).toEqual({ objectPath: "/objects/uploads/1" });
    const [request, put] = server.asked;
    expect(JSON.parse(request?.body ?? "")).toEqual({
      kind: "file",
      fileName: "노트.pdf",
      size: file.size,
      contentType: "application/pdf",
    });
    expect([put?.method, put?.headers["content-type"], put?.body]).toEqual([
      "PUT",
      "application/pdf",
      "내용",
    ]);
    expect(seen.at(-1)).toMatchObject({ loaded: file.size, total: file.size, percent: 100 });
  });

  it("fails in the server's words", async () => {
    server = await serve(refuse("UNSUPPORTED_TYPE"));
    await expect(uploadFile(file, { kind: "file" })).rejects.toMatchObject({ code: "UNSUPPORTED_TYPE" });
  });

  it.each([
    [403, "UPLOAD_ADDRESS_INVALID"],
    [503, "UNAVAILABLE"],
  ])("understands an object storage that answers %i in its own words", async (status, code) => {
    server = await serve({
      status,
      body: "<Error><Code>SignatureDoesNotMatch</Code></Error>",
      isForeign: true,
    });
    await expect(uploadFile(file, { kind: "file" })).rejects.toMatchObject({ code });
  });

  it("stops when it is cancelled", async () => {
    server = await serve({ status: 200 });
    const controller = new AbortController();
    controller.abort();
    await expect(uploadFile(file, { kind: "file", signal: controller.signal })).rejects.toMatchObject({
      name: "AbortError",
    });
    expect(server.asked.filter(({ method }) => method === "PUT")).toEqual([]);
  });
});
