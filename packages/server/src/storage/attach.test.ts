import contentDisposition from "content-disposition";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app.ts";
import { failing, type TestClient } from "../../testing/client.ts";
import { createSeller } from "../../testing/factories.ts";
import { corpus } from "../../testing/fileCorpus.ts";
import { endReader, readsPdf } from "../../testing/readers.ts";
import { contentBody, putBytes, requestUpload, upload } from "../../testing/uploads.ts";
import { pdfBytes } from "../../testing/sampleFiles.ts";
import { cleanFileName } from "../documents/names.ts";
import { idOf } from "./StoredObject.ts";

describe("a file that is put up for sale", () => {
  let app: TestApp;
  let seller: TestClient;

  beforeAll(async () => {
    app = await startTestApp();
    seller = await app.as(await createSeller(app.deps));
  });
  afterAll(() => app.stop());

  const sent = [
    "보고서.pdf.exe", "교재.pdf", "옛 문서.doc", "보고서.hwp", "유니코드 메모.txt", "묶음.zip", "rar 5.rar",
    "매크로.docx", "매크로.xls", "암호.docx", "암호.hwp", "폭탄.zip", "위로.zip", "실행.zip", "링크 rar 4.rar", "잘린.docx",
  ]; // oxfmt-ignore

  it.each(corpus.filter(({ name }) => sent.includes(name)))(
    "is judged over HTTP: $name ($refused)",
    async ({ name, make, refused }) => {
      const bytes = await make();
      const opened = await requestUpload(seller, { kind: "file", fileName: name, size: bytes.length });
      if (opened.status === 415) {
        expect(String(opened.body["message"])).toContain(refused);
        return;
      }
      const { uploadURL, objectPath } = opened.body as unknown as { uploadURL: string; objectPath: string };
      expect((await putBytes(seller, uploadURL, bytes, "application/octet-stream")).status).toBe(200);
      const answer = await seller.post("/api/contents", contentBody({ fileUrls: [objectPath] }));
      expect(answer.status).toBe(refused === undefined ? 201 : 415);
      if (refused === undefined) return;
      expect(answer.body["code"]).toBe("UNSUPPORTED_TYPE");
      expect(answer.body["fields"]).toMatchObject({ "fileUrls[0]": expect.stringContaining(refused) });
    },
  );

  it("is judged anew where the program that opens it was ended by others, and nothing is kept of that", async () => {
    const bytes = await corpus.find(({ name }) => name === "암호.pdf")?.make();
    const sound = await upload(seller, pdfBytes(), { kind: "file", fileName: "교재.pdf" });
    const locked = await upload(seller, bytes ?? Buffer.alloc(0), { kind: "file", fileName: "암호.pdf" });
    const save = () => seller.post("/api/contents", contentBody({ fileUrls: [sound, locked] }));
    const judgedOf = async (path: string) => {
      const { rows } = await app.deps.pool.query<{ judged: unknown }>(
        "select judged from objects where id = $1",
        [idOf(path)],
      );
      return rows[0]?.judged;
    };
    const [interrupted] = await Promise.all([save(), endReader(readsPdf)]);
    expect(failing(interrupted)).toBe("503 UNAVAILABLE");
    expect(await judgedOf(locked)).toBeNull();
    expect(await save()).toMatchObject({
      status: 415,
      body: { fields: { "fileUrls[1]": expect.stringContaining("암호가 걸린") } },
    });
    expect(await judgedOf(locked)).toMatchObject({ trouble: "locked" });
    // Sound, and judged beside it.
    expect(await judgedOf(sound)).toMatchObject({ extension: "pdf", trouble: null });
  });

  it("says why when only the list of names is sent with another one", async () => {
    const opened = await requestUpload(seller, { kind: "file", fileName: "교재.pdf" });
    const { uploadURL, objectPath } = opened.body as unknown as { uploadURL: string; objectPath: string };
    await putBytes(seller, uploadURL, pdfBytes(), "application/pdf");
    const form = contentBody({ fileUrls: [objectPath], fileNames: ["교재.pdf.exe."] });
    const answer = await seller.post("/api/contents", form);
    expect([answer.status, answer.body["message"]]).toEqual([
      415,
      "교재.pdf.exe.: 실행 파일은 업로드할 수 없습니다.",
    ]);
  });
});

describe("a name in a download's header", () => {
  const syllable = (index: number): string => String.fromCodePoint(0xac_00 + (index % 11_172));
  const names = Array.from({ length: 200 }, (_, index) => {
    const word = Array.from({ length: 1 + (index % 146) }, (__, at) => syllable(index * 57 + at * 211)).join(
      "",
    );
    const marks = ["", " 50%", " (2판)", " “첫걸음”", ";a=b", " 'n' \"q\"", " é", " 😀", ",", "\\"];
    return `${word}${marks[index % marks.length] ?? ""}.pdf`;
  });

  it("comes back as it was, for two hundred of them", () => {
    for (const name of names) {
      const clean = cleanFileName(name.normalize("NFD"));
      expect([...clean].length).toBeLessThanOrEqual(150);
      const { type, parameters } = contentDisposition.parse(contentDisposition(clean));
      expect([type, parameters["filename"]]).toEqual(["attachment", clean]);
      expect(clean).toBe(clean.normalize("NFC"));
    }
  });
});
