import { expect, it, vi } from "vitest";
import type * as PdfLibrary from "pdfjs-dist/legacy/build/pdf.mjs";
import { takePdfText } from "./late/pdfText.ts";

const { opened, workerAddress } = vi.hoisted(() => ({
  opened: vi.fn(),
  // As an address of the file, since there is no server.
  workerAddress: import.meta.resolve("pdfjs-dist/legacy/build/pdf.worker.min.mjs"),
}));
vi.mock("pdfjs-dist/legacy/build/pdf.worker.min.mjs?url", () => ({ default: workerAddress }));
vi.mock("pdfjs-dist/legacy/build/pdf.mjs", async (original) => {
  const library = await original<typeof PdfLibrary>();
  opened.mockImplementation(library.getDocument);
  return { ...library, getDocument: opened };
});

/** Pages of a PDF, each with words and a picture of a given size. */
const makePdf = (count: number, pictureBytes: number): Uint8Array<ArrayBuffer> => {
  const stream = (facts: string, bytes: string) =>
    `<< ${facts} /Length ${bytes.length} >>\nstream\n${bytes}\nendstream`;
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${count} /Kids [${numbers.map((page) => `${3 * page + 1} 0 R`).join(" ")}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...numbers.flatMap((page) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${3 * page + 2} 0 R ` +
        `/Resources << /Font << /F 3 0 R >> /XObject << /I ${3 * page + 3} 0 R >> >> >>`,
      stream("", `BT /F 24 Tf 60 700 Td (Chapter ${page}) Tj ET /I Do`),
      stream(
        `/Type /XObject /Subtype /Image /Width 1 /Height ${pictureBytes} /ColorSpace /DeviceGray /BitsPerComponent 8`,
        "x".repeat(pictureBytes),
      ),
    ]),
  ];
  let text = "%PDF-1.7\n";
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const table = text.length;
  text += `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  text += `trailer\n<< /Size ${places.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Uint8Array.from(Buffer.from(text, "latin1"));
};

it("takes the text of every page once, while the library forgets the pictures of pages before", async () => {
  const file = makePdf(6, 7 * 1024 * 1024);
  const read = async (begin: number, end: number) => file.slice(begin, end);
  const bytes = { size: file.byteLength, read, async *parts() {} };
  const { pages } = await takePdfText(bytes, new AbortController().signal);
  expect(pages).toEqual(
    [1, 2, 3, 4, 5, 6].map((page) => ({ page, text: expect.stringMatching(`^Chapter ${page}\\s*$`) })),
  );
  // One for what the document is opened by, then one for three pages each.
  expect(opened).toHaveBeenCalledTimes(3);
});
