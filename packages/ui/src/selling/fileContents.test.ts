import type { fileExtensions, imageExtensions } from "@knowhow/shared";
import { expect, it } from "vitest";
import { beginsAsNamed } from "./fileContents.ts";
import { buildRawFile } from "./testing.ts";

const compound = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
const zip = "PK\x03\x04\x14\0";
const right: Record<(typeof fileExtensions)[number] | (typeof imageExtensions)[number], string> = {
  pdf: "%PDF-1.7",
  doc: compound,
  docx: zip,
  hwp: compound,
  hwpx: zip,
  txt: "Dear diary,\n",
  ppt: compound,
  pptx: zip,
  xls: compound,
  xlsx: zip,
  zip,
  rar: "Rar!\x1a\x07\x01\0",
  jpg: "\xff\xd8\xff\xe0",
  jpeg: "\xff\xd8\xff\xe1",
  png: "\x89PNG\r\n\x1a\n",
  gif: "GIF89a",
  webp: "RIFF\x10\0\0\0WEBPVP8 ",
};
const program = "MZ\x90\0\x03\0\0\0";

it.each(Object.entries(right))(
  "knows the beginning of %s, and of nothing else",
  async (extension, beginning) => {
    const begins = (bytes: string) => beginsAsNamed(buildRawFile(`교안.${extension.toUpperCase()}`, bytes));
    expect(await begins(`${beginning}${"x".repeat(2_000)}`)).toBe(true);
    expect(await begins(program)).toBe(false);
    for (const other of [right.pdf, right.png, right.rar])
      if (other !== beginning) expect(await begins(other), JSON.stringify(other)).toBe(false);
  },
);

it("takes what the server takes: a PDF after a first line, a Hangul file of old, a text of any language", async () => {
  expect(await beginsAsNamed(buildRawFile("a.pdf", `junk\n%PDF-1.4`))).toBe(true);
  expect(await beginsAsNamed(buildRawFile("a.pdf", `${"x".repeat(1_100)}%PDF-1.4`))).toBe(false);
  expect(await beginsAsNamed(buildRawFile("a.hwp", "HWP Document File V3.00"))).toBe(true);
  expect(await beginsAsNamed(buildRawFile("a.txt", "\xb0\xa1\xb3\xaa"))).toBe(true);
});
