import type { fileExtensions, imageExtensions } from "@knowhow/shared";
import { afterEach, expect, it, vi } from "vitest";
import { beginsAsNamed, findPictureTrouble } from "@knowhow/ui/device/drafts/fileContents.ts";
import { buildRawFile, picture, stubPictures } from "./testing.ts";

afterEach(() => vi.unstubAllGlobals());

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

it("takes a text as the editor of Windows saves it, not two bytes a number", async () => {
  const text = "\xff\xfeA\0B\0\0\xac\r\0\n\0".repeat(200);
  expect(await beginsAsNamed(buildRawFile("a.txt", text))).toBe(true);
  expect(await beginsAsNamed(buildRawFile("a.md", "\xfe\xff\0A\0B\xac\0"))).toBe(true);
  expect(await beginsAsNamed(buildRawFile("a.txt", "A\0B\0"))).toBe(false);
  expect(await beginsAsNamed(buildRawFile("a.txt", "\xff\xfeA\0\0\0B\0"))).toBe(false);
});

it("refuses a picture that is cut off, however much of it can be seen; a very large one is the server's to judge", async () => {
  stubPictures();
  const file = buildRawFile("a.png", right.png);
  expect(await findPictureTrouble(file)).toBeUndefined();
  picture.isCutOff = true;
  expect(await findPictureTrouble(file)).toBe("unreadable");
  picture.side = 5_500;
  expect(await findPictureTrouble(file)).toBeUndefined();
  picture.side = 20_000;
  expect(await findPictureTrouble(file)).toBe("pixels");
});
