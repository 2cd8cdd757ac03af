// A PDF of any size, written page by page: words, and a picture that no packing makes smaller.
import { createHash, randomBytes } from "node:crypto";
import { open } from "node:fs/promises";

const noise = randomBytes(1024 * 1024);

/** The words of a page, which no other page has. */
export const wordsOf = (page: number): string => `Chapter ${page} of the book`;

const side = (bytes: number): number => Math.floor(Math.sqrt(bytes));

/** Writes a PDF of so many pages and about so many bytes, fewer rather than more, and gives its size and SHA-256. */
export const writeLargePdf = async (
  path: string,
  { pages, bytes }: { pages: number; bytes: number },
): Promise<{ size: number; sha256: string }> => {
  const file = await open(path, "w");
  const hash = createHash("sha256");
  const places: number[] = [];
  let size = 0;
  const write = async (chunk: string | Buffer): Promise<void> => {
    const buffer = typeof chunk === "string" ? Buffer.from(chunk, "latin1") : chunk;
    hash.update(buffer);
    await file.write(buffer);
    size += buffer.length;
  };
  const begin = (id: number): Promise<void> => {
    places[id] = size;
    return write(`${id} 0 obj\n`);
  };
  // Three of the document, then three of each page.
  const idOf = (page: number, part: number): number => 4 + (page - 1) * 3 + part;
  const width = side(bytes / pages - 1_024);
  const numbers = Array.from({ length: pages }, (_, index) => index + 1);
  await write("%PDF-1.7\n");
  await begin(1);
  await write("<< /Type /Catalog /Pages 2 0 R >>\nendobj\n");
  await begin(2);
  const kids = numbers.map((page) => `${idOf(page, 0)} 0 R`).join(" ");
  await write(`<< /Type /Pages /Count ${pages} /Kids [${kids}] >>\nendobj\n`);
  await begin(3);
  await write("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\n");
  for (const page of numbers) {
    await begin(idOf(page, 0));
    await write(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${idOf(page, 1)} 0 R ` +
        `/Resources << /Font << /F 3 0 R >> /XObject << /I ${idOf(page, 2)} 0 R >> >> >>\nendobj\n`,
    );
    const drawing = `BT /F 24 Tf 60 780 Td (${wordsOf(page)}) Tj ET\nq 300 0 0 300 60 400 cm /I Do Q\n`;
    await begin(idOf(page, 1));
    await write(`<< /Length ${drawing.length} >>\nstream\n${drawing}endstream\nendobj\n`);
    await begin(idOf(page, 2));
    await write(
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${width} /ColorSpace /DeviceGray ` +
        `/BitsPerComponent 8 /Length ${width * width} >>\nstream\n`,
    );
    for (let left = width * width; left > 0;) {
      // From another place on each page, so that no two are alike.
      const from = (page * 4_099) % (noise.length / 2);
      const chunk = noise.subarray(from, from + Math.min(left, noise.length / 2));
      await write(chunk);
      left -= chunk.length;
    }
    await write("\nendstream\nendobj\n");
  }
  const table = size;
  const lines = places.slice(1).map((place) => `${String(place).padStart(10, "0")} 00000 n \n`);
  await write(`xref\n0 ${places.length}\n0000000000 65535 f \n${lines.join("")}`);
  await write(`trailer\n<< /Size ${places.length} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  await file.close();
  return { size, sha256: hash.digest("hex") };
};
