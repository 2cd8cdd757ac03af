import { createHash, randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import sharp from "sharp";

/** A file as a file input takes it. */
export interface UploadedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** SHA-256 of some bytes, in hexadecimal. */
export const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** A picture of noise: bytes that compress to nothing less and that no two files share. */
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });

/** A real PDF of some 100 kB: pages of text and one picture. */
export const makePdf = async (name: string): Promise<UploadedFile> => {
  const document = new PDFDocument({ size: "A4", info: { Title: name } });
  const bytes = buffer(document);
  document.image(await noise(420, 420).jpeg({ quality: 90 }).toBuffer(), { width: 400 });
  for (let page = 1; page <= 3; page += 1) {
    document.addPage().fontSize(20).text(`Chapter ${page}`);
    document.fontSize(11).text("What works, what does not, and why. ".repeat(60));
  }
  document.end();
  return { name, mimeType: "application/pdf", buffer: await bytes };
};

/** A preview image: a page with a coloured head and lines, so that pictures of the app look like something. */
export const makePreview = async (name: string, colour = "#1F5C4D"): Promise<UploadedFile> => {
  const lines = Array.from(
    { length: 9 },
    (_, line) =>
      `<rect x="80" y="${330 + line * 60}" width="${1040 - ((line * 137) % 420)}" height="22" rx="11" fill="#c9c4b8"/>`,
  ).join("");
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900">
    <rect width="1200" height="900" fill="#ffffff"/><rect width="1200" height="250" fill="${colour}"/>${lines}</svg>`;
  const bytes = await sharp(Buffer.from(page))
    .composite([{ input: await noise(40, 40).png().toBuffer(), top: 60, left: 1080 }])
    .png()
    .toBuffer();
  return { name, mimeType: "image/png", buffer: bytes };
};

/** A plain text of some sentences. */
export const makeText = (name: string, ...lines: readonly string[]): UploadedFile => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(lines.join("\n\n")),
});
