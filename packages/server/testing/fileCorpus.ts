import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { crc32, deflateRawSync } from "node:zlib";
import PDFDocument from "pdfkit";
import { fixture } from "../src/documents/extraction/testing/files.ts";
import { compoundOf, newRar, oldRar, rawZip, withDirectory, zipOf, type RarEntry } from "./archives.ts";
import { compoundBytes, imageBytes, officeBytes, pdfBytes, zipBytes } from "./sampleFiles.ts";

/** A file as a user might send it: its name, its bytes, and a piece of the reason why it is refused, if it is. */
export interface CorpusFile {
  name: string;
  make: () => Buffer | Promise<Buffer>;
  refused?: string;
  /** What it is sent as; a file for sale unless told. */
  kind?: "file" | "preview";
}

const text = (value: string): Buffer => Buffer.from(value);
const utf16 = (value: string): Buffer => Buffer.from(`\uFEFF${value}`, "utf16le");
/** 한글 메모 in CP949, with 똠 that EUC-KR lacks. */
const cp949 = Buffer.from("c7d1b1db20b8deb8f0208c630d0a", "hex");
/** A PDF as a library writes it, with its kinds of protection. */
const writtenPdf = (options: PDFKit.PDFDocumentOptions): Promise<Buffer> => {
  const pdf = new PDFDocument({ pdfVersion: "1.7", ...options });
  pdf.text("knowhow");
  pdf.end();
  return buffer(pdf);
};
const program = Buffer.concat([text("MZ"), Buffer.alloc(200, 7)]);

const types = (type: string): string =>
  `<?xml version="1.0"?><Types><Override PartName="/main.xml" ContentType="application/${type}"/></Types>`;
const withMacros = (folder: string, main: string): Buffer =>
  zipBytes({
    "[Content_Types].xml": types("xml"),
    [`${folder}/${main}`]: "<x/>",
    [`${folder}/vbaProject.bin`]: "v",
  });

const wordHead = (flags = 0): Buffer => {
  const bytes = Buffer.alloc(5_000, 1);
  bytes.writeUInt16LE(0xa5_ec, 0);
  bytes.writeUInt16LE(flags, 10);
  return bytes;
};
const doc = (more: Record<string, Buffer> = {}, flags = 0): Buffer =>
  compoundOf({ WordDocument: wordHead(flags), "1Table": Buffer.alloc(100), ...more });

const record = (type: number, body: Buffer): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(body.length, 2);
  return Buffer.concat([head, body]);
};
const sheet = (kind: number): Buffer => record(0x85, Buffer.from([0, 0, 0, 0, 0, kind, 1, 0, 65]));
const xls = (...records: Buffer[]): Buffer =>
  compoundOf({
    Workbook: Buffer.concat([record(0x8_09, Buffer.alloc(16)), ...records, record(0x0a, Buffer.alloc(0))]),
  });
/** How Excel before 1997, and LibreOffice for it, tell a password: its check of 16 bits alone. */
const lockOf = (...check: number[]): Buffer => record(0x2f, Buffer.from([0, 0, ...check]));

/** A workbook that opens for all and is written in cipher: only where its sheet begins, and its kind, can be read. */
const ciphered = (kind: number): Buffer => {
  const begin = (type: number) => record(0x8_09, Buffer.from([0, 6, type, 0, ...Buffer.alloc(12)]));
  const head = Buffer.concat([begin(5), lockOf(0x0a, 0x9a)]);
  const list = sheet(0x7b);
  const end = record(0x0a, Buffer.alloc(0));
  list.writeUInt32LE(head.length + list.length + end.length, 4);
  return compoundOf({ Workbook: Buffer.concat([head, list, end, begin(kind), end]) });
};
/** Records that mean nothing here, a megabyte and more of them. */
const padding = Array.from({ length: 140 }, () => record(0x8_67, Buffer.alloc(8_000, 1)));
/** More streams than directories usually have. */
const manyStreams = (prefix: string): Record<string, Buffer> =>
  Object.fromEntries(
    Array.from({ length: 1_040 }, (_, index) => [`${prefix}${index + 1_000}`, Buffer.alloc(70, 1)]),
  );

/** A document with a part of this name and any content; its lists say so. */
const docxOf = (lists: { types?: string | Buffer; rels?: string | Buffer }): Buffer =>
  zipOf({
    "[Content_Types].xml": bytesOf(lists.types ?? types("xml")),
    "_rels/.rels": text("<Relationships/>"),
    "word/document.xml": text("<w/>"),
    "word/_rels/document.xml.rels": bytesOf(lists.rels ?? "<Relationships/>"),
    "word/x.bin": text("v"),
  });
const bytesOf = (value: string | Buffer): Buffer => (typeof value === "string" ? text(value) : value);
const macroTypes = types("vnd.ms-word.document.macroEnabled.main+xml");
const relation = (type: string): string =>
  `<Relationships><Relationship Id="r" Type="http://schemas.microsoft.com/office/2006/relationships/${type}" Target="x.bin"/></Relationships>`;

const slides = (hasMacros: number): Buffer =>
  Buffer.concat([
    Buffer.alloc(5_000),
    Buffer.from("1f00ff0314000000020000040c000000", "hex"),
    Buffer.from([9, 0, 0, 0, hasMacros, 0, 0, 0, 2, 0, 0, 0]),
  ]);
const user = (token: number): Buffer => {
  const bytes = Buffer.alloc(20);
  bytes.writeUInt32LE(token, 12);
  return bytes;
};
const ppt = (streams: Record<string, Buffer> = {}): Buffer =>
  compoundOf({ "PowerPoint Document": slides(0), "Current User": user(0xe3_91_c0_5f), ...streams });

const hwp = (flags: number, mark = "HWP Document File"): Buffer => {
  const header = Buffer.alloc(256);
  header.write(mark, "latin1");
  header.writeUInt32LE(flags, 36);
  return compoundOf({
    FileHeader: header,
    DocInfo: Buffer.alloc(300, 3),
    "BodyText/Section0": Buffer.alloc(6_000, 5),
  });
};
const oldHwp = (lock: number): Buffer => {
  const bytes = Buffer.alloc(1_000);
  bytes.write("HWP Document File V3.00 \x1a\x01\x02\x03\x04\x05", "latin1");
  bytes.writeUInt16LE(lock, 126);
  return bytes;
};

const zipNamed = (...names: string[]): Buffer =>
  zipOf(Object.fromEntries(names.map((name) => [name, text("내용")])));
const zeros = (megabytes: number): Buffer => Buffer.alloc(megabytes * 1024 * 1024);
const link = (): Buffer => zipOf({ "자료/암호": [text("/etc/passwd"), { os: 3, attrs: 0xa1_ff * 2 ** 16 }] });
const lockedZip = (): Buffer => {
  const bytes = withDirectory(zipNamed("강의.txt"), (entry) => entry.writeUInt16LE(1, 8));
  bytes.writeUInt16LE(1, 6);
  return bytes;
};
/** All entries unpack the bytes of the first one. */
const overlapping = (): Buffer => {
  const entries = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${index}.txt`, zeros(1)]));
  return withDirectory(zipOf(entries), (entry) => {
    entry.writeUInt32LE(0, 42);
    entry.writeUInt32LE(1_000, 24);
  });
};
/** Two megabytes that say they are a thousand bytes. */
const lying = (): Buffer =>
  withDirectory(zipOf({ "메모.txt": zeros(2) }), (entry) => entry.writeUInt32LE(1_000, 24));
/** Parts of fifty megabytes each, and noise that makes them look dense; `told` is what each part says of itself. */
const dense = (parts: number, told: number): Buffer => {
  const noise = randomBytes(7 * 1024 * 1024);
  const empty = zeros(50);
  const packed = deflateRawSync(empty, { level: 1 });
  const sum = crc32(empty);
  return rawZip([
    { name: "영상.bin", method: 0, packed: noise, size: noise.length, crc: crc32(noise) },
    ...Array.from({ length: parts }, (_, index) => ({
      name: `${index}.txt`, method: 8, packed, size: told * 1024 * 1024, crc: sum,
    })),
  ]); // oxfmt-ignore
};
const crowd = (count: number): Buffer =>
  zipOf(
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`${index}.txt`, [text("1"), { level: 0 }]]),
    ),
  );

const third = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 3));

const half = async (make: () => Buffer | Promise<Buffer>): Promise<Buffer> => {
  const bytes = await make();
  return bytes.subarray(0, Math.floor(bytes.length / 2));
};
const lesson: RarEntry = { name: "강의.pdf", data: pdfBytes() };
const rars = { "rar 4": oldRar, "rar 5": newRar };

const contents = "내용이 확장자와 다릅니다";
const unknown = "지원하지 않는 파일 형식";
const [macros, locked, damaged] = ["매크로", "암호가 걸린", "손상되어"];
const [runs, inside, links, nested] = [
  "실행 파일은 업로드",
  "안에 실행 파일",
  "경로나 링크",
  "다른 압축 파일",
];

const sound: CorpusFile[] = [
  { name: "교재.pdf", make: () => pdfBytes() },
  { name: "교재.PDF", make: () => pdfBytes() },
  { name: "설치.exe.pdf", make: () => pdfBytes() },
  { name: "2판 v1.2", make: () => pdfBytes() },
  { name: "머리말.pdf", make: () => Buffer.concat([text("\r\n\r\n"), pdfBytes()]) },
  { name: "열람제한.pdf", make: () => Buffer.concat([pdfBytes(), text("trailer<</Encrypt 9 0 R>>\n%%EOF")]) },
  {
    name: "인쇄 금지.pdf",
    make: () =>
      writtenPdf({ ownerPassword: "owner", permissions: { printing: false as never, modifying: false } }),
  },
  { name: "인쇄 금지, 옛 방식.pdf", make: () => writtenPdf({ pdfVersion: "1.4", ownerPassword: "owner" }) },
  {
    name: "끝 표시가 없는.pdf",
    make: () => Buffer.from(pdfBytes().toString("latin1").replace("%%EOF", ""), "latin1"),
  },
  { name: "뒤에 더 있는.pdf", make: () => Buffer.concat([fixture("known.pdf"), Buffer.alloc(5_000, 32)]) },
  { name: "스캔한.pdf", make: () => fixture("scanned.pdf").subarray(0, -6) },
  {
    name: "zip을 담은.pdf",
    make: () => Buffer.concat([pdfBytes(), zipNamed("a.txt"), text("\nendstream\n%%EOF\n")]),
  },
  { name: "문서.docx", make: officeBytes.docx },
  { name: "표.xlsx", make: officeBytes.xlsx },
  { name: "발표.pptx", make: officeBytes.pptx },
  { name: "한글.hwpx", make: officeBytes.hwpx },
  { name: "문서를 담은.zip", make: officeBytes.docx },
  { name: "옛 문서.doc", make: () => doc() },
  { name: "옛 표.xls", make: () => xls(sheet(0)) },
  { name: "구조만 보호한 긴 표.xls", make: () => ciphered(0x10) },
  { name: "옛 표 95.xls", make: () => compoundBytes(["Book"]) },
  { name: "구조만 보호한 표.xls", make: () => xls(lockOf(0x0a, 0x9a), sheet(0)) },
  { name: "시트가 아주 많은 표.xls", make: () => xls(...padding, sheet(0)) },
  { name: "조각이 아주 많은.doc", make: () => doc(manyStreams("A")) },
  {
    name: "유니코드 목록.docx",
    make: () => docxOf({ types: utf16(types("xml")), rels: utf16("<Relationships/>") }),
  },
  { name: "옛 발표.ppt", make: () => ppt() },
  { name: "보고서.hwp", make: () => hwp(1) },
  { name: "배포용.hwp", make: () => hwp(0b101) },
  { name: "1998.hwp", make: () => oldHwp(0) },
  { name: "메모.txt", make: () => text("주식 투자 첫걸음\n\t1. 용어\r\n") },
  { name: "표시 있는 메모.txt", make: () => text("\uFEFF메모") },
  { name: "윈도 메모.txt", make: () => cp949 },
  { name: "유니코드 메모.txt", make: () => utf16("메모\r\n둘째 줄") },
  { name: "큰 끝 메모.txt", make: () => utf16("메모\r\n둘째 줄").swap16() },
  {
    name: "묶음.zip",
    make: () => zipNamed("강의/1강.pdf", "강의/예제.py", "강의/run.sh", "강의/app.js", "데이터.csv.gz"),
  },
  {
    name: "빌드.zip",
    make: () => zipNamed("gradlew.bat", "gradle/wrapper/gradle-wrapper.jar", "src/Main.java"),
  },
  { name: "윈도.zip", make: () => zipNamed("폴더\\메모..txt", "폴더\\..숨김.txt") },
  { name: "아주 많은.zip", make: () => crowd(5_000) },
  { name: "훌쩍 커지는.zip", make: () => dense(12, 50) },
  { name: "작고 빈 그림.zip", make: () => zipOf({ "빈.bmp": Buffer.alloc(900_000) }) },
  ...Object.entries(rars).map(([name, make]) => ({
    name: `${name}.rar`,
    make: () => make([lesson, { name: "메모.txt" }]),
  })),
  { name: "사진.png", kind: "preview", make: () => imageBytes("png") },
  { name: "사진.JPEG", kind: "preview", make: () => imageBytes("jpeg") },
  { name: "움직임.gif", kind: "preview", make: () => imageBytes("gif") },
  { name: "사진.webp", kind: "preview", make: () => imageBytes("webp") },
];

const refused: CorpusFile[] = [
  { name: "보고서.pdf.exe", make: () => pdfBytes(), refused: runs },
  { name: "보고서\u202Efdp.exe", make: () => pdfBytes(), refused: runs },
  { name: "보고서.pdf.exe ", make: () => program, refused: runs },
  { name: "보고서.exe.pdf", make: () => program, refused: contents },
  { name: "프로그램.txt", make: () => program, refused: contents },
  { name: "리눅스.zip", make: () => Buffer.concat([Buffer.from("7f454c46020101", "hex"), Buffer.alloc(100)]), refused: contents },
  { name: "앱.zip", make: () => zipNamed("AndroidManifest.xml", "classes.dex"), refused: runs },
  { name: "자바.zip", make: () => zipNamed("META-INF/MANIFEST.MF", "Main.class"), refused: runs },
  { name: "설치.doc", make: () => compoundBytes(["\u0005SummaryInformation", "Property"]), refused: contents },
  { name: "문서.docx", make: officeBytes.xlsx, refused: contents },
  { name: "표.xlsx", make: officeBytes.docx, refused: contents },
  { name: "문서.docx", make: () => zipNamed("a.txt"), refused: contents },
  { name: "한글.hwpx", make: () => zipNamed("Contents.txt"), refused: contents },
  { name: "한글.hwp", make: () => doc(), refused: contents },
  { name: "문서.doc", make: () => hwp(1), refused: contents },
  { name: "문서.doc", make: officeBytes.docx, refused: contents },
  { name: "발표.ppt", make: () => xls(sheet(0)), refused: contents },
  { name: "교재.pdf", make: officeBytes.docx, refused: contents },
  { name: "묶음.rar", make: () => zipNamed("a.txt"), refused: contents },
  { name: "묶음.zip", make: () => newRar([lesson]), refused: contents },
  { name: "메모.txt", make: () => pdfBytes(), refused: contents },
  { name: "교재.pdf", make: () => text("<html><script>alert(1)</script>"), refused: contents },
  { name: "교재.pdf", make: () => Buffer.concat([text("<html><script>alert(1)</script>\n"), pdfBytes()]), refused: contents },
  { name: "교재.pdf", make: () => Buffer.concat([pdfBytes(), zipNamed("a.exe")]), refused: contents },
  { name: "영상.mp4", make: () => Buffer.from("0000001c667479706d703432", "hex"), refused: unknown },
  { name: "그림.png", make: () => imageBytes("png"), refused: unknown },
  { name: "메모.txt", make: () => text("메모\0메모"), refused: contents },
  { name: "잡음.txt", make: () => Buffer.from(Array.from({ length: 4_000 }, (_, index) => (index * 7_919) % 256)), refused: contents },
  { name: "매크로.docx", make: () => withMacros("word", "document.xml"), refused: macros },
  { name: "매크로.xlsx", make: () => withMacros("xl", "workbook.xml"), refused: macros },
  { name: "매크로.pptx", make: () => withMacros("ppt", "presentation.xml"), refused: macros },
  { name: "매크로.zip", make: () => withMacros("xl", "workbook.xml"), refused: macros },
  {
    name: "숨긴 매크로.docx",
    make: () => zipBytes({ "[Content_Types].xml": types("vnd.ms-word.document.macroEnabled.main+xml"), "word/document.xml": "<w/>", "word/x.bin": "v" }),
    refused: macros,
  },
  { name: "옛 매크로.xlsx", make: () => zipBytes({ "[Content_Types].xml": types("xml"), "xl/workbook.xml": "<x/>", "xl/macrosheets/sheet1.xml": "<x/>" }), refused: macros },
  { name: "매크로.doc", make: () => doc({ "Macros/VBA/_VBA_PROJECT": Buffer.alloc(50, 1) }), refused: macros },
  { name: "매크로.xls", make: () => compoundOf({ Workbook: record(0x8_09, Buffer.alloc(16)), "_VBA_PROJECT_CUR/VBA/dir": Buffer.alloc(9, 1) }), refused: macros },
  { name: "매크로 시트.xls", make: () => xls(sheet(0), sheet(1)), refused: macros },
  { name: "매크로.ppt", make: () => ppt({ "PowerPoint Document": slides(1) }), refused: macros },
  { name: "먼 매크로.doc", make: () => doc({ ...manyStreams("Zaaaaaaaaaaa"), "Zbbbbbbbbbbbbbbbbbbb/VBA/_VBA_PROJECT": Buffer.alloc(50, 1) }), refused: macros },
  { name: "먼 매크로 시트.xls", make: () => xls(...padding, sheet(0), sheet(1)), refused: macros },
  { name: "보호된 매크로 시트.xls", make: () => ciphered(0x40), refused: macros },
  { name: "글 뒤의 매크로 시트.xls", make: () => xls(record(0xfc, Buffer.alloc(8)), sheet(1)), refused: macros },
  { name: "유니코드 매크로.docx", make: () => docxOf({ types: utf16(macroTypes) }), refused: macros },
  { name: "큰 끝 매크로.docx", make: () => docxOf({ types: utf16(macroTypes).swap16() }), refused: macros },
  { name: "표시 없는 매크로.docx", make: () => docxOf({ types: utf16(macroTypes).subarray(2) }), refused: macros },
  { name: "돌려 쓴 매크로.docx", make: () => docxOf({ types: macroTypes.replace("macro", "&#x6d;acr&#111;") }), refused: macros },
  { name: "따로 정한 글자.docx", make: () => docxOf({ types: `<!DOCTYPE t [<!ENTITY m "macro">]>${macroTypes.replace("macro", "&m;")}` }), refused: damaged },
  { name: "이어진 매크로.docx", make: () => docxOf({ rels: relation("vbaProject") }), refused: macros },
  { name: "이어진 유니코드 매크로.docx", make: () => docxOf({ rels: utf16(relation("vbaProject")) }), refused: macros },
  { name: "이어진 매크로 시트.docx", make: () => docxOf({ rels: relation("xlMacrosheet") }), refused: macros },
  { name: "너무 긴 목록.docx", make: () => docxOf({ types: `<!-- ${randomBytes(4 * 1024 * 1024).toString("base64")} -->${macroTypes}` }), refused: damaged },
  { name: "목록 둘.docx", make: () => zipOf({ "[Content_Types].xml": text(types("xml")), "[content_types].XML": text(macroTypes), "word/document.xml": text("<w/>") }), refused: damaged },
  { name: "암호.docx", make: () => compoundOf({ EncryptionInfo: Buffer.alloc(200, 1), EncryptedPackage: Buffer.alloc(5_000, 1) }), refused: locked },
  { name: "암호.doc", make: () => doc({}, 0x1_00), refused: locked },
  { name: "암호.xls", make: () => xls(lockOf(0x12, 0x34)), refused: locked },
  { name: "암호.ppt", make: () => ppt({ "Current User": user(0xf3_d1_c4_df) }), refused: locked },
  { name: "암호.hwp", make: () => hwp(0b11), refused: locked },
  { name: "보안.hwp", make: () => hwp(0b1_0001), refused: locked },
  { name: "암호 1998.hwp", make: () => oldHwp(1), refused: locked },
  { name: "암호.hwpx", make: () => zipBytes({ mimetype: "application/hwp+zip", "META-INF/manifest.xml": "<odf:encryption-data/>" }, true), refused: locked },
  { name: "암호.zip", make: lockedZip, refused: locked },
  { name: "폭탄.zip", make: () => zipOf({ "빈.bin": zeros(3) }), refused: "너무 커집니다" },
  { name: "폭탄.docx", make: () => zipOf({ "[Content_Types].xml": text("<Types/>"), "word/document.xml": zeros(3) }), refused: "너무 커집니다" },
  { name: "3GB.zip", make: () => withDirectory(zipNamed("a.txt", "b.txt"), (entry) => entry.writeUInt32LE(1_600_000_000, 24)), refused: "너무 커집니다" },
  { name: "겹침.zip", make: overlapping, refused: "너무 커집니다" },
  { name: "거짓말.zip", make: lying, refused: damaged },
  { name: "큰 거짓말.zip", make: () => dense(14, 40), refused: damaged },
  { name: "다른 방식.zip", make: () => rawZip([{ name: "a.txt", method: 12, packed: text("BZh9"), size: 900 }]), refused: "압축 방식" },
  { name: "깨진 내용.zip", make: () => Buffer.from(zipNamed("a.txt").fill(0xff, 35, 40)), refused: damaged },
  { name: "너무 많은.zip", make: () => crowd(5_001), refused: "5,000개" },
  { name: "빈.zip", make: () => zipOf({}), refused: "비어" },
  { name: "폴더뿐.zip", make: () => zipOf({ "폴더/": Buffer.alloc(0) }), refused: "비어" },
  { name: "위로.zip", make: () => zipNamed("자료/../../밖.txt"), refused: links },
  { name: "윈도 위로.zip", make: () => zipNamed("..\\밖.txt"), refused: links },
  { name: "뿌리.zip", make: () => zipNamed("/etc/cron.d/a"), refused: links },
  { name: "드라이브.zip", make: () => zipNamed("C:\\a.txt"), refused: links },
  { name: "링크.zip", make: link, refused: links },
  { name: "실행.zip", make: () => zipNamed("강의.pdf", "설치/Setup.EXE"), refused: inside },
  ...["설치.exe.", "설치．ｅｘｅ", "설치.e\u200bxe", "설치.exe . ", "설치.PIF", "제어판.cpl", "고침.msp", "앱.msix", "앱.appx", "앱.msixbundle", "폴더.scf", "누리집.url"].map((name) => ({
    name: "가린 실행.zip", make: () => zipNamed("강의.pdf", `자료/${name}`), refused: inside,
  })),
  ...["문서.docm", "표.xlsm", "표.xlsb", "표.XLAM", "발표.pptm", "틀.dotm．"].map((name) => ({
    name: "매크로 문서.zip", make: () => zipNamed("강의.pdf", name), refused: macros,
  })),
  { name: "가린 겹겹.zip", make: () => zipNamed("안쪽．ｚｉｐ."), refused: nested },
  { name: "바로가기.zip", make: () => zipNamed("강의.pdf.lnk"), refused: inside },
  { name: "겹겹.zip", make: () => zipNamed("강의.pdf", "안쪽.zip"), refused: nested },
  { name: "겹겹 타르.zip", make: () => zipNamed("안쪽.tar.gz"), refused: nested },
  ...Object.entries(rars).flatMap(([name, make]): CorpusFile[] => [
    { name: `암호 ${name}.rar`, make: () => make([{ ...lesson, isLocked: true }]), refused: locked },
    { name: `숨김 ${name}.rar`, make: () => make([lesson], true), refused: locked },
    { name: `실행 ${name}.rar`, make: () => make([lesson, { name: "설치.exe" }]), refused: inside },
    { name: `위로 ${name}.rar`, make: () => make([{ name: "../밖.txt" }]), refused: links },
    { name: `링크 ${name}.rar`, make: () => make([{ name: "링크", link: "/etc/passwd" }]), refused: links },
    { name: `폭탄 ${name}.rar`, make: () => make([{ name: "빈.bin", size: 3_000_000_000 }]), refused: "너무 커집니다" },
    { name: `잘린 ${name}.rar`, make: () => half(() => make([lesson])), refused: damaged },
  ]),
  { name: "이름뿐.rar", make: () => Buffer.concat([Buffer.from("526172211a0700", "hex"), Buffer.alloc(100, 9)]), refused: damaged },
  { name: "암호.pdf", make: () => writtenPdf({ userPassword: "1234" }), refused: locked },
  { name: "옛 암호.pdf", make: () => writtenPdf({ pdfVersion: "1.4", userPassword: "1234", ownerPassword: "owner" }), refused: locked },
  { name: "새 암호.pdf", make: () => writtenPdf({ pdfVersion: "1.7ext3", userPassword: "1234" }), refused: locked },
  { name: "머리뿐인.pdf", make: () => text("%PDF-1.4\n%%"), refused: contents },
  { name: "머리와 끝뿐인.pdf", make: () => text("%PDF-1.4\nstartxref\n0\n%%EOF\n"), refused: contents },
  { name: "글뿐인.pdf", make: () => text(`%PDF-1.4\n${"가나다 ".repeat(50_000)}\n%%EOF\n`), refused: contents },
  { name: "잘린 교재.pdf", make: () => third(pdfBytes()), refused: damaged },
  { name: "잘린 회의록.pdf", make: () => third(fixture("known.pdf")), refused: damaged },
  { name: "잘린.docx", make: () => half(officeBytes.docx), refused: damaged },
  { name: "잘린.zip", make: () => half(() => zipNamed("a.txt", "b.txt")), refused: damaged },
  { name: "잘린.doc", make: () => half(() => doc()), refused: damaged },
  { name: "잘린.hwp", make: () => half(() => hwp(1)), refused: damaged },
  { name: "가짜.hwp", make: () => hwp(1, "no document"), refused: damaged },
  { name: "빈.txt", make: () => Buffer.alloc(0), refused: contents },
  { name: "그림.png", kind: "preview", make: () => text("<svg xmlns='http://www.w3.org/2000/svg'/>"), refused: contents },
  { name: "그림.png", kind: "preview", make: () => Buffer.concat([Buffer.from("00000018667479706865696300000000", "hex"), text("mif1heic"), Buffer.alloc(99)]), refused: contents },
  { name: "그림.jpg", kind: "preview", make: () => imageBytes("png"), refused: contents },
  { name: "그림.png", kind: "preview", make: () => deflateRawSync(text("no image")), refused: contents },
  { name: "교재.png", kind: "preview", make: () => pdfBytes(), refused: contents },
  { name: "묶음.png", kind: "preview", make: () => zipNamed("a.exe"), refused: contents },
]; // oxfmt-ignore

/** Files of every kind, sound and not. */
export const corpus: readonly CorpusFile[] = [...sound, ...refused];
