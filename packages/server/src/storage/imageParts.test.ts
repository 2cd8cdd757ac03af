import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { imageBytes } from "../../testing/sampleFiles.ts";
import { createFolderStorage } from "./folderStorage.ts";
import { isBare } from "./imageParts.ts";
import { stripImage } from "./images.ts";
import type { Storage } from "./storage.ts";

const size = { width: 60, height: 40 };
const secret = "GPS 37.5665 126.9780";
const text = (value: string): Buffer => Buffer.from(value, "latin1");

const pngWith = async (type: string, data: Buffer): Promise<Buffer> => {
  const png = await imageBytes("png", size);
  const body = Buffer.concat([text(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  // Behind the header, which is 33 bytes long.
  return Buffer.concat([png.subarray(0, 33), length, body, sum, png.subarray(33)]);
};
const jpegWith = async (marker: number, data: Buffer): Promise<Buffer> => {
  const jpeg = await imageBytes("jpeg", size);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
};
const gifWith = async (extension: Buffer): Promise<Buffer> => {
  const gif = await imageBytes("gif", size);
  return Buffer.concat([gif.subarray(0, -1), extension, gif.subarray(-1)]);
};
const webpWith = async (type: string): Promise<Buffer> => {
  const webp = await imageBytes("webp", size);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(secret.length);
  const longer = Buffer.concat([webp, text(type), length, text(secret)]);
  longer.writeUInt32LE(longer.length - 8, 4);
  return longer;
};
const behind = async (format: "png" | "jpeg" | "webp" | "gif"): Promise<Buffer> =>
  Buffer.concat([await imageBytes(format, size), text(secret)]);
const block = Buffer.concat([Buffer.of(secret.length), text(secret), Buffer.of(0)]);
const hex = text(`\nexif\n      20\n${text(secret).toString("hex")}\n`);

const telling: [string, () => Promise<Buffer>][] = [
  ["PNG with a packed raw profile", () => pngWith("zTXt", Buffer.concat([text("Raw profile type exif\0\0"), deflateSync(hex)]))],
  ["PNG with a raw profile", () => pngWith("tEXt", Buffer.concat([text("Raw profile type exif\0"), hex]))],
  ["PNG with a text", () => pngWith("tEXt", text(`Comment\0${secret}`))],
  ["PNG with a text in any language", () => pngWith("iTXt", text(`XML:com.adobe.xmp\0\0\0\0\0${secret}`))],
  ["PNG with a part of its own", () => pngWith("prVt", text(secret))],
  ["PNG with a time", () => pngWith("tIME", Buffer.from([7, 0xe9, 11, 21, 1, 2, 3]))],
  ["JPEG with a comment", () => jpegWith(0xfe, text(secret))],
  ["JPEG with Exif", () => sharp({ create: { ...size, channels: 3, background: "#369" } }).withExif({ IFD3: { GPSLatitude: "37/1" } }).jpeg().toBuffer()],
  ["JPEG with a maker's part", () => jpegWith(0xeb, text(secret))],
  ["JPEG with a list of more pictures", () => jpegWith(0xe2, text(`MPF\0${secret}`))],
  ["JPEG with another one behind it", async () => Buffer.concat([await imageBytes("jpeg", size), await jpegWith(0xe1, text(`Exif\0\0${secret}`))])],
  ["GIF with XMP", () => gifWith(Buffer.concat([Buffer.from([0x21, 0xff, 11]), text("XMP DataXMP"), block]))],
  ["GIF with a comment", () => gifWith(Buffer.concat([Buffer.from([0x21, 0xfe]), block]))],
  ["GIF with text in the name of a loop", () => gifWith(Buffer.concat([Buffer.from([0x21, 0xff, 11]), text("NETSCAPE2.0"), block]))],
  ["WebP with Exif", () => webpWith("EXIF")],
  ["WebP with a part of its own", () => webpWith("prVt")],
  ...(["png", "jpeg", "webp", "gif"] as const).map((format): [string, () => Promise<Buffer>] => [`${format} with something behind it`, () => behind(format)]),
]; // oxfmt-ignore

describe("an image's parts", () => {
  let folder: string;
  let storage: Storage;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "knowhow-images-"));
    storage = createFolderStorage({ root: folder, signingKey: Buffer.alloc(32) });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(telling)("of a %s do not reach others", async (_what, make) => {
    const bytes = await make();
    expect(isBare(bytes)).toBe(false);
    await storage.write("uploads/a", bytes);
    const clean = (await stripImage(storage, "uploads/a")) ?? bytes;
    expect(isBare(clean)).toBe(true);
    expect(clean.includes(secret)).toBe(false);
    const { width, height, format } = await sharp(clean).metadata();
    expect({ width, height, format }).toEqual({ ...size, format: (await sharp(bytes).metadata()).format });
  });

  const frames = () =>
    Promise.all(["#000000", "#990000", "#cc0000"].map((colour) => imageBytes("png", { ...size, colour })));
  const moving = async (format: "gif" | "webp") =>
    sharp(await frames(), { join: { animated: true } })
      .toFormat(format)
      .toBuffer();
  const plain = () => sharp({ create: { ...size, channels: 3, background: "#369" } });

  it.each([
    ["PNG", () => imageBytes("png", size)],
    ["PNG of few colours", () => plain().png({ palette: true }).toBuffer()],
    ["JPEG", () => imageBytes("jpeg", size)],
    [
      "progressive JPEG with a profile",
      () => plain().withIccProfile("p3").jpeg({ progressive: true }).toBuffer(),
    ],
    ["WebP", () => imageBytes("webp", size)],
    ["WebP with a profile", () => plain().withIccProfile("p3").webp().toBuffer()],
    ["moving WebP", () => moving("webp")],
    ["GIF", () => imageBytes("gif", size)],
    ["moving GIF", () => moving("gif")],
  ])("of a bare %s stay as they are", async (_what, make) => {
    const bytes = await make();
    expect(isBare(bytes)).toBe(true);
    await storage.write("uploads/a", bytes);
    expect(await stripImage(storage, "uploads/a")).toBeUndefined();
  });

  it("of a moving GIF go, and it moves on", async () => {
    const gif = await moving("gif");
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe]), block]);
    await storage.write("uploads/a", Buffer.concat([gif.subarray(0, -1), comment, gif.subarray(-1)]));
    expect((await stripImage(storage, "uploads/a"))?.equals(gif)).toBe(true);
  });
});
