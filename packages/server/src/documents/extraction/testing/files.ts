import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { strToU8, zipSync } from "fflate";
import type { TextExtension, TextSource } from "../extract.ts";
import type { ExtractionOutcome } from "../job.ts";
import { defaultLimits, type ExtractionLimits } from "../limits.ts";
import { readJob } from "../readJob.ts";

/** The bytes of a fixture file. */
export const fixture = (name: string): Buffer =>
  readFileSync(fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url)));

/** Bytes as the storage holds them. */
export const held = (bytes: Uint8Array): TextSource => ({
  size: bytes.length,
  stream: async (length) => Readable.from([Buffer.from(bytes.subarray(0, length))]),
});

/** What the reading program would tell of these bytes, found without starting it. */
export const outcomeOf = async (
  bytes: Uint8Array,
  extension: TextExtension,
  limits: Partial<ExtractionLimits> = {},
): Promise<ExtractionOutcome> => {
  const folder = mkdtempSync(join(tmpdir(), "extraction-"));
  const path = join(folder, `file.${extension}`);
  writeFileSync(path, bytes);
  const descriptor = openSync(path, "r");
  try {
    return await readJob(descriptor, { ...defaultLimits, ...limits, extension, size: bytes.length });
  } finally {
    closeSync(descriptor);
    rmSync(folder, { recursive: true });
  }
};

/** An archive of these entries. */
export const archive = (entries: Record<string, string | Uint8Array>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(entries).map(([name, body]) => [name, typeof body === "string" ? strToU8(body) : body]),
    ),
  );

/** A docx whose body is this. */
export const docx = (body: string, entries: Record<string, string> = {}): Uint8Array =>
  archive({
    "[Content_Types].xml": "<Types/>",
    "word/document.xml": `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    ...entries,
  });

const korean =
  "<</Type/Font/Subtype/Type0/BaseFont/HYSMyeongJo-Medium/Encoding/UniKS-UCS2-H/DescendantFonts[4 0 R]>>";
const koreanGlyphs =
  "<</Type/Font/Subtype/CIDFontType0/BaseFont/HYSMyeongJo-Medium/CIDSystemInfo<</Registry(Adobe)/Ordering(Korea1)/Supplement 1>>/FontDescriptor 5 0 R/DW 1000>>";
const descriptor =
  "<</Type/FontDescriptor/FontName/HYSMyeongJo-Medium/Flags 6/FontBBox[0 -148 1001 880]/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 700/StemV 93>>";

const contentOf = (lines: readonly string[]): string => {
  const shown = lines.map((line) => `<${Buffer.from(line, "utf16le").swap16().toString("hex")}> Tj T*`);
  return `BT /F1 9 Tf 12 TL 40 800 Td ${shown.join("\n")} ET`;
};

/** A PDF as older Korean programs write it: the font is named, not embedded, its characters by a code of its own. */
export const pdf = (pages: readonly (readonly string[])[]): Buffer => {
  const objects = ["<</Type/Catalog/Pages 2 0 R>>", "", korean, koreanGlyphs, descriptor];
  const kids: string[] = [];
  for (const lines of pages) {
    const content = contentOf(lines);
    objects.push(`<</Length ${content.length}>>stream\n${content}\nendstream`);
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${objects.length} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`,
    );
    kids.push(`${objects.length} 0 R`);
  }
  objects[1] = `<</Type/Pages/Kids[${kids.join(" ")}]/Count ${kids.length}>>`;
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  return Buffer.from(
    `${text}${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF`,
    "latin1",
  );
};
