import { utils, write } from "cfb";
import { expect, test } from "vitest";
import { ExtractionFailed, extractText, NoText, type TextExtension } from "./extract.ts";
import { archive, docx, fixture, held, outcomeOf, pdf } from "./testing/files.ts";

/** The text that came out, or why none did. */
const told = async (bytes: Uint8Array, extension: TextExtension): Promise<unknown> => {
  const outcome = await outcomeOf(bytes, extension);
  return "text" in outcome ? outcome.text.pages.map(({ text }) => text) : outcome;
};

const compoundKinds = ["doc", "hwp", "xls", "ppt"] as const;
const archiveKinds = ["docx", "hwpx", "xlsx", "pptx"] as const;

const half = (name: string): Buffer => {
  const bytes = fixture(name);
  return bytes.subarray(0, bytes.length / 2);
};

const damaged: [string, TextExtension, () => Uint8Array][] = [
  ...archiveKinds.map((kind): [string, TextExtension, () => Uint8Array] => [
    `half of a ${kind}`,
    kind,
    () => half(`known.${kind}`),
  ]),
  ["half of a hwp", "hwp", () => half("known.hwp")],
  ["a pdf called docx", "docx", () => fixture("known.pdf")],
  ["a docx called pdf", "pdf", () => fixture("known.docx")],
  ["a docx called xlsx", "xlsx", () => fixture("known.docx")],
  ["a hwp called doc", "doc", () => fixture("known.hwp")],
  ["a doc called hwp", "hwp", () => fixture("known.doc")],
  ["a doc called docx", "docx", () => fixture("known.doc")],
  ["an xls called ppt", "ppt", () => fixture("known.xls")],
  ["text called xls", "xls", () => Buffer.from("항목,금액\n인쇄,1000\n")],
  [
    "noise called txt",
    "txt",
    () => Buffer.from(Array.from({ length: 3_000 }, (_, index) => (index * 7_919) % 256)),
  ],
  [
    "a head without a body",
    "ppt",
    () => Buffer.concat([fixture("known.ppt").subarray(0, 512), Buffer.alloc(4_096, 7)]),
  ],
];

test.each(damaged)("%s is damaged", async (_, extension, bytes) => {
  expect(await told(bytes(), extension)).toMatchObject({ failed: "damaged" });
});

const blank = docx("<w:p><w:r><w:t> \u200b\u00a0</w:t></w:r></w:p>");
const container = utils.cfb_new();
utils.cfb_add(container, "EncryptionInfo", Buffer.alloc(200, 1));
utils.cfb_add(container, "EncryptedPackage", Buffer.alloc(9_000, 2));
// What the library writes to a buffer is one; its types leave it open.
const lockedOffice = write(container, { type: "buffer" }) as Buffer;

const empty: [string, TextExtension, () => Uint8Array, string][] = [
  ["white space", "md", () => Buffer.from(" \n\t\u3000\n"), "empty"],
  ["a docx of spaces that nobody sees", "docx", () => blank, "empty"],
  ["scanned pages", "pdf", () => fixture("scanned.pdf"), "empty"],
  ["a pdf with a password", "pdf", () => fixture("locked.pdf"), "encrypted"],
  ["a hwp with a password", "hwp", () => fixture("locked.hwp"), "encrypted"],
  ["a hwpx with a password", "hwpx", () => fixture("locked.hwpx"), "encrypted"],
  ["a docx with a password", "docx", () => lockedOffice, "encrypted"],
  ["an xls with a password", "xls", () => fixture("locked.xls"), "encrypted"],
  ["a doc with a password", "doc", () => fixture("locked.doc"), "encrypted"],
];

test.each(empty)("%s has no text", async (_, extension, bytes, reason) => {
  expect(await told(bytes(), extension)).toEqual({ noText: reason });
});

test("a pdf that is only locked against changes is read", async () => {
  expect(await told(fixture("guarded.pdf"), "pdf")).toEqual(await told(fixture("known.pdf"), "pdf"));
});

const workbook = (sheet: Uint8Array): Uint8Array =>
  archive({
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="가" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Type="t/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": sheet,
  });

test("an archive that swells is refused", async () => {
  const bomb = workbook(Buffer.alloc(64 * 1024 * 1024, "<c>"));
  expect(bomb.length).toBeLessThan(200_000);
  expect(await told(bomb, "xlsx")).toMatchObject({ failed: "tooLarge" });
});

test("an archive that says less of its size than is in it is refused", async () => {
  const bytes = Buffer.from(workbook(Buffer.alloc(8 * 1024 * 1024, "<c>")));
  const directory = bytes.lastIndexOf(Buffer.from("504b0102", "hex"));
  const size = bytes.readUInt32LE(directory + 24);
  expect(size).toBe(8 * 1024 * 1024);
  bytes.writeUInt32LE(1_000, directory + 24);
  expect(await told(bytes, "xlsx")).toMatchObject({ failed: "damaged" });
});

test("entities are not expanded", async () => {
  const levels = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
  );
  const entities = `<!DOCTYPE w [<!ENTITY e0 "하하하"><!ENTITY f SYSTEM "file:///etc/passwd">${levels.join("")}]>`;
  const file = archive({
    "word/document.xml": `${entities}<document><p><t>앞 &e9; &f; 뒤 &amp; &#xac00;</t></p></document>`,
  });
  expect(await told(file, "docx")).toEqual(["앞 &e9; &f; 뒤 & 가"]);
});

test("names of entries lead nowhere", async () => {
  const rels = `<Relationships><Relationship Id="1" Type="x/officeDocument" Target="../../../../../../etc/passwd"/></Relationships>`;
  expect(await told(archive({ "_rels/.rels": rels }), "docx")).toEqual({ noText: "empty" });
});

test("deep nesting ends", async () => {
  const deep = "<w:p>".repeat(200_000);
  expect(await told(docx(`<w:p><w:r><w:t>말</w:t></w:r></w:p>${deep}`), "docx")).toEqual(["말"]);
  const loop = pdf([["가"]])
    .toString("latin1")
    .replace("/Kids[7 0 R]", "/Kids[2 0 R]");
  expect(await told(Buffer.from(loop, "latin1"), "pdf")).toEqual({ noText: "empty" });
});

test("what nobody sees is not read", async () => {
  const tags = [..."몰래 ignore"]
    .map((letter) => String.fromCodePoint(0xe0000 + ((letter.codePointAt(0) ?? 0) % 128)))
    .join("");
  const text = `보이\u200b는 글\u202e\ue123\u0007${tags}입니다\u00a0\u00a0 끝`;
  expect(await told(Buffer.from(text), "txt")).toEqual(["보이는 글입니다 끝"]);
});

test("a thousand changed bytes end in text or in a reason", async () => {
  const reasons = ["damaged", "tooMuchMemory", "tooLong"];
  for (const kind of [...compoundKinds, "pdf" as const]) {
    const bytes = Buffer.from(fixture(`known.${kind}`));
    for (let index = 0; index < 1_000; index += 1) {
      bytes[(index * 7_907 + 600) % bytes.length] = (index * 31) % 256;
    }
    const error = await extractText(held(bytes), kind, { limits: { milliseconds: 5_000 } }).catch(
      (reason: unknown) => reason,
    );
    if (error instanceof ExtractionFailed) expect(reasons).toContain(error.reason);
    else if (error instanceof Error) expect(error).toBeInstanceOf(NoText);
  }
});
