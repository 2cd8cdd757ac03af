import { fileExtensions, imageExtensions } from "@knowhow/shared";
import { Document, Packer, Paragraph } from "docx";
import excel from "exceljs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compoundBytes, imageBytes, officeBytes, pdfBytes, zipBytes } from "../../testing/sampleFiles.ts";
import { judgeFile } from "./judge.ts";
import { storedBytes } from "./byteSource.ts";
import { matchesExtension } from "./fileType.ts";
import { createFolderStorage } from "../storage/folderStorage.ts";
import { cleanFileName, isExecutableName, saysType } from "./names.ts";
import type { Storage } from "../storage/storage.ts";

describe("the type of a file", () => {
  let root: string;
  let storage: Storage;
  let count = 0;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "knowhow-types-"));
    storage = createFolderStorage({ root, signingKey: Buffer.alloc(32) });
  });
  afterAll(() => rm(root, { recursive: true }));

  const typeOf = async (bytes: Buffer) => {
    count += 1;
    const key = `uploads/${count}`;
    await storage.write(key, bytes);
    return (await judgeFile(storedBytes(storage, key, bytes.length))).extension;
  };
  const text = (value: string) => Buffer.from(value);
  // 한글 메모 in CP949, with 똠 and 뷁 that EUC-KR lacks.
  const cp949 = Buffer.from([
    0xc7, 0xd1, 0xb1, 0xdb, 0x20, 0xb8, 0xde, 0xb8, 0xf0, 0x20, 0x8c, 0x63, 0x20, 0x94, 0xee, 0x20, 0x0d,
    0x0a,
  ]);

  it.each([
    ["pdf", () => pdfBytes()],
    ["pdf", () => Buffer.concat([text("\r\n\r\n"), pdfBytes()])],
    ["docx", officeBytes.docx],
    ["xlsx", officeBytes.xlsx],
    ["pptx", officeBytes.pptx],
    ["hwpx", officeBytes.hwpx],
    ["zip", () => zipBytes({ "메모.txt": "안녕", "사진/1.png": "x" })],
    ["zip", () => zipBytes({ "word/노트.txt": "not a document" })],
    ["rar", () => Buffer.from("526172211a0701003392b5e50a01050600050101", "hex")],
    ["rar", () => Buffer.from("526172211a0700cf907300000d00000000000000", "hex")],
    ["doc", () => compoundBytes(["\u0001CompObj", "WordDocument", "1Table"])],
    ["xls", () => compoundBytes(["Workbook"])],
    ["xls", () => compoundBytes(["Book"])],
    ["ppt", () => compoundBytes(["Current User", "PowerPoint Document"])],
    ["hwp", () => compoundBytes(["FileHeader", "DocInfo", "\u0005HwpSummaryInformation"])],
    ["hwp", () => text("HWP Document File V3.00 \x1a\x01\x02\x03\x04\x05\0\0\0")],
    ["txt", () => text("주식 투자 첫걸음\n1. 용어\r\n\t2. 계좌\n")],
    ["txt", () => text("\uFEFF메모")],
    ["txt", () => text("<?xml version='1.0'?><a/>")],
    ["txt", () => cp949],
    ["txt", () => text("가".repeat(2_000_000))],
    ["png", () => imageBytes("png")],
    ["jpg", () => imageBytes("jpeg")],
    ["gif", () => imageBytes("gif")],
    ["webp", () => imageBytes("webp")],
  ] as const)("is found: %s", async (expected, make) => {
    expect(await typeOf(await make())).toBe(expected);
  });

  it("is found in what real programs write", async () => {
    const pdf = new PDFDocument();
    pdf.text("knowhow");
    pdf.end();
    expect(await typeOf(await buffer(pdf))).toBe("pdf");
    const document = new Document({ sections: [{ children: [new Paragraph("노하우")] }] });
    expect(await typeOf(await Packer.toBuffer(document))).toBe("docx");
    const workbook = new excel.Workbook();
    workbook.addWorksheet("표").addRow(["가", 1]);
    expect(await typeOf(Buffer.from(await workbook.xlsx.writeBuffer()))).toBe("xlsx");
  });

  it.each([
    ["a Windows program", () => Buffer.concat([text("MZ"), Buffer.alloc(200, 7)])],
    ["a Linux program", () => Buffer.concat([Buffer.from("7f454c46020101", "hex"), Buffer.alloc(100)])],
    ["a Java program", () => zipBytes({ "META-INF/MANIFEST.MF": "x", "Main.class": "x" })],
    ["an Android program", () => zipBytes({ "AndroidManifest.xml": "x", "classes.dex": "x" })],
    ["an installer", () => compoundBytes(["\u0005SummaryInformation", "Property"])],
    ["a zip that was cut off", () => zipBytes({ a: "b".repeat(1_000) }).subarray(0, 60)],
    ["a compound file that was cut off", () => compoundBytes(["WordDocument"]).subarray(0, 600)],
    ["a text with a NUL", () => text("메모\0메모")],
    ["noise", () => Buffer.from(Array.from({ length: 4_000 }, (_, index) => (index * 7919) % 256))],
    ["a film", () => Buffer.concat([Buffer.from("0000001c667479706d703432", "hex"), Buffer.alloc(100)])],
    ["nothing", () => Buffer.alloc(0)],
  ] as const)("is none of ours: %s", async (_what, make) => {
    expect(await typeOf(make())).toBeUndefined();
  });

  it("is the document's own, not that of a document inside it", async () => {
    const deep = [...Array.from({ length: 20 }, (_, index) => `Stream${index}`), "Workbook"];
    expect(await typeOf(compoundBytes(deep, ["WordDocument"]))).toBe("xls");
  });

  it("fits the extension of its own, and zip where it is a zip", () => {
    const all = [...fileExtensions, ...imageExtensions];
    expect(all.filter((extension) => matchesExtension("docx", extension))).toEqual(["docx", "zip"]);
    expect(all.filter((extension) => matchesExtension("jpg", extension))).toEqual(["jpg", "jpeg"]);
    expect(all.filter((extension) => matchesExtension("pdf", extension))).toEqual(["pdf"]);
  });
});

describe("the name of a file", () => {
  it.each([
    ["가나다.pdf", "가나다.pdf"],
    ["가나다.pdf".normalize("NFD"), "가나다.pdf"],
    ["a/b\\c.pdf", "c.pdf"],
    ["줄\n바꿈.pdf", "줄 바꿈.pdf"],
    ["\u202Efdp.exe", "fdp.exe"],
    [" .. ", ""],
  ])("%j becomes %j", (given, expected) => {
    expect(cleanFileName(given)).toBe(expected);
  });

  it("says a type, or none", () => {
    expect(["a.pdf", "a.PDF", "a.mp4", "a.7z"].every(saysType)).toBe(true);
    expect(["a", "판 1.2", "보고서.최종", "a."].some(saysType)).toBe(false);
  });

  it("shows a program", () => {
    const programs = [
      "a.exe",
      "a.pdf.exe",
      "a.BAT",
      "설치.msi ",
      "a.exe.",
      "a.exe . ",
      "a.ex\u202Ee",
      "a．ｅｘｅ",
    ];
    expect(programs.every(isExecutableName)).toBe(true);
    expect(["a.pdf", "exe", "a.exe.pdf", "exe.", "a.exercise"].some(isExecutableName)).toBe(false);
  });
});
