import { createCipheriv } from "node:crypto";
import { find, read, utils, write } from "cfb";
import { expect, test } from "vitest";
import type { TextExtension } from "./extract.ts";
import { known } from "./fixtures/known.ts";
import { archive, docx, fixture, outcomeOf } from "./testing/files.ts";

const told = async (bytes: Uint8Array, extension: TextExtension): Promise<unknown> => {
  const outcome = await outcomeOf(bytes, extension);
  if (!("text" in outcome)) return outcome;
  const { pages, unit } = outcome.text;
  return { unit, pages: pages.map(({ text }) => text) };
};

const run = (text: string, settings = "") => `<w:r><w:rPr>${settings}</w:rPr><w:t>${text}</w:t></w:r>`;

test("docx: pages as Word last showed them", async () => {
  const body = `<w:p>${run("첫 쪽")}</w:p><w:p><w:r><w:lastRenderedPageBreak/><w:t>둘째</w:t></w:r>${run(" 쪽")}</w:p>`;
  expect(await told(docx(body), "docx")).toEqual({ unit: "page", pages: ["첫 쪽", "둘째 쪽"] });
});

test("docx: what is deleted, hidden or drawn twice comes out once or not at all", async () => {
  const body = `
    <w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs><w:rPr><w:vanish/></w:rPr></w:pPr>${run("남는 글")}
      <w:del><w:r><w:delText>지운 글</w:delText></w:r></w:del><w:ins>${run(" 더한 글")}</w:ins>
      ${run("숨은 글", "<w:vanish/>")}${run(" 보이는 글", '<w:vanish w:val="0"/>')}
      <w:r><mc:AlternateContent><mc:Choice><w:txbxContent><w:p>${run("글 상자")}</w:p></w:txbxContent></mc:Choice>
      <mc:Fallback><w:txbxContent><w:p>${run("글 상자")}</w:p></w:txbxContent></mc:Fallback></mc:AlternateContent></w:r>
      <w:r><w:instrText>PAGE</w:instrText></w:r>${run(" 끝")}
    </w:p>`;
  expect(await told(docx(body), "docx")).toEqual({
    unit: "whole",
    pages: ["남는 글 더한 글 보이는 글 끝\n글 상자"],
  });
});

test("docx: prefixes are the producer's choice, and a table in a table keeps its cells", async () => {
  const cell = (inner: string) => `<x:tc>${inner}</x:tc>`;
  const p = (text: string) => `<x:p><x:r><x:t>${text}</x:t></x:r></x:p>`;
  const inner = `<x:tbl><x:tr>${cell(p("가"))}${cell(p("나"))}</x:tr></x:tbl>`;
  const main = `<x:document xmlns:x="x"><x:body><x:tbl><x:tr>${cell(p("하나") + p("둘"))}${cell(inner)}</x:tr></x:tbl></x:body></x:document>`;
  const rels = `<Relationships><Relationship Id="1" Type="x/officeDocument" Target="/word/본문.xml"/></Relationships>`;
  const file = archive({ "_rels/.rels": rels, "word/본문.xml": main });
  expect(await told(file, "docx")).toEqual({ unit: "whole", pages: ["하나 둘\n가\t나"] });
});

const section = (body: string) => `<hs:sec xmlns:hp="p" xmlns:hs="s">${body}</hs:sec>`;
const hp = (inner: string) => `<hp:p><hp:run>${inner}</hp:run></hp:p>`;

test("hwpx: sections by their numbers, marks within the text, asides behind their paragraph", async () => {
  const file = archive({
    mimetype: "application/hwp+zip",
    "Contents/section10.xml": section(hp("<hp:t>셋째</hp:t>")),
    "Contents/section2.xml": section(hp("<hp:t>둘째</hp:t>")),
    "Contents/section0.xml": section(
      hp(
        `<hp:ctrl><hp:header>${hp("<hp:t>머리말</hp:t>")}</hp:header></hp:ctrl>
         <hp:t>앞<hp:tab/>뒤<hp:lineBreak/>다음<hp:nbSpace/>줄<hp:deleteBegin/>지운 글<hp:deleteEnd/></hp:t>
         <hp:ctrl><hp:footNote>${hp("<hp:t>각주</hp:t>")}</hp:footNote><hp:hiddenComment>${hp("<hp:t>숨은 설명</hp:t>")}</hp:hiddenComment></hp:ctrl>
         <hp:t>에서 끝</hp:t>`,
      ),
    ),
  });
  expect(await told(file, "hwpx")).toEqual({
    unit: "whole",
    pages: ["앞\t뒤\n다음 줄에서 끝\n각주\n\n둘째\n\n셋째"],
  });
});

test("pptx: in the order of the show, without hidden shapes and what stands on every slide", async () => {
  const shape = (text: string, settings = "", place = "") =>
    `<p:sp><p:nvSpPr><p:cNvPr id="1" ${settings}/><p:nvPr>${place}</p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const relations = (list: string[][]) =>
    `<Relationships>${list.map(([id, kind, target]) => `<Relationship Id="${id}" Type="t/${kind}" Target="${target}"/>`).join("")}</Relationships>`;
  const file = archive({
    "ppt/presentation.xml": `<p:presentation xmlns:q="r"><p:sldIdLst><p:sldId q:id="r2" id="256"/><p:sldId id="257" q:id="r1"/></p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": relations([
      ["r1", "slide", "slides/slide1.xml"],
      ["r2", "slide", "slides/slide2.xml"],
    ]),
    "ppt/slides/slide1.xml": `<p:sld>${shape("뒤")}${shape("3", "", '<p:ph type="sldNum"/>')}${shape("안 보임", 'hidden="1"')}<a:p><a:fld type="slidenum"><a:t>2</a:t></a:fld></a:p></p:sld>`,
    "ppt/slides/slide2.xml": `<p:sld>${shape("앞")}</p:sld>`,
    "ppt/slides/_rels/slide2.xml.rels": relations([["d", "diagramData", "../diagrams/data1.xml"]]),
    "ppt/diagrams/data1.xml": "<d><a:p><a:r><a:t>도형 글</a:t></a:r></a:p></d>",
  });
  expect(await told(file, "pptx")).toEqual({ unit: "slide", pages: ["앞\n도형 글", "뒤"] });
});

test("hwp made for distribution is read with the key that it brings", async () => {
  const container = read(fixture("known.hwp"), { type: "buffer" });
  const stream = (path: string) => Buffer.from(find(container, path)?.content ?? []);
  // The key: 256 bytes under random numbers of their own seed.
  const seed = 0x1234_5679;
  const plain = Buffer.from(Array.from({ length: 256 }, (_, index) => (index * 37) % 256));
  plain.writeUInt32LE(seed, 0);
  let state = BigInt(seed);
  const random = () => {
    state = (state * 214_013n + 2_531_011n) & 0xffff_ffffn;
    return Number((state >> 16n) & 0x7fffn);
  };
  const record = Buffer.from(plain);
  for (let index = 0; index < 256;) {
    const value = random() & 0xff;
    const end = index + (random() & 0x0f) + 1;
    for (; index < Math.min(end, 256); index += 1)
      if (index >= 4) record[index] = (plain[index] ?? 0) ^ value;
  }
  const start = 4 + (seed & 0x0f);
  const cipher = createCipheriv("aes-128-ecb", plain.subarray(start, start + 16), null).setAutoPadding(false);
  const body = stream("/BodyText/Section0");
  const padded = Buffer.concat([body, Buffer.alloc((16 - (body.length % 16)) % 16)]);
  const head = Buffer.alloc(4);
  head.writeUInt32LE(28 | (256 << 20), 0);
  const header = stream("/FileHeader");
  header.writeUInt32LE(header.readUInt32LE(36) | 4, 36);
  const made = utils.cfb_new();
  utils.cfb_add(made, "FileHeader", header);
  utils.cfb_add(made, "ViewText/Section0", Buffer.concat([head, record, cipher.update(padded)]));
  // What the library writes to a buffer is one; its types leave it open.
  const bytes = write(made, { type: "buffer" }) as Buffer;
  const outcome = await outcomeOf(bytes, "hwp");
  expect(outcome).toEqual(await outcomeOf(fixture("known.hwp"), "hwp"));
  expect(JSON.stringify(outcome)).toContain(known.paragraphs[4]);
});
