// `npm run bench:images`: the most memory for making the largest allowed picture of each kind fit to be shown. It is
// judged in a program of its own, with a limit of its own.
import { maxImagePixels } from "@knowhow/shared";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp, { type Sharp } from "sharp";
import { createFolderStorage } from "../packages/server/src/storage/folderStorage.ts";
import { stripImage } from "../packages/server/src/storage/images.ts";

const mebibyte = 1024 * 1024;
const maxGrowth = 300 * mebibyte;
const side = Math.floor(Math.sqrt(maxImagePixels));

/** Highest memory of this process so far, in bytes. */
const peak = (): number =>
  Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) * 1024;

const large = (width = side, height = side): Sharp =>
  sharp({
    create: { width, height, channels: 3, background: "#336699" },
    limitInputPixels: false,
  })
    .withExif({ IFD0: { Copyright: "knowhow" } })
    .withMetadata({ orientation: 6 });

const kinds: Readonly<Record<string, () => Promise<Buffer>>> = {
  "a phone's JPEG of 50 megapixels": () => large(8_160, 6_120).jpeg().toBuffer(),
  JPEG: () => large().jpeg().toBuffer(),
  "progressive JPEG": () => large().jpeg({ progressive: true }).toBuffer(),
  "progressive JPEG, all colours": () =>
    large().jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer(),
  PNG: () => large().png().toBuffer(),
  "interlaced PNG": () => large().ensureAlpha().png({ progressive: true }).toBuffer(),
  "PNG of 16 bits": () => large().ensureAlpha().toColourspace("rgb16").png().toBuffer(),
  WebP: () => large().webp({ effort: 0 }).toBuffer(),
  "lossless WebP": () => large().webp({ lossless: true, effort: 0 }).toBuffer(),
  GIF: () => large().gif({ effort: 1 }).toBuffer(),
  "WebP of 49 megapixels": () => large(7_000, 7_000).webp({ effort: 0 }).toBuffer(),
  "lossless WebP of 49 megapixels": () => large(7_000, 7_000).webp({ lossless: true, effort: 0 }).toBuffer(),
  "GIF of 49 megapixels": () => large(7_000, 7_000).gif({ effort: 1 }).toBuffer(),
};

/** Runs in a process of its own, so that one picture's memory is not another's. */
const measure = async (folder: string): Promise<void> => {
  const storage = createFolderStorage({ root: folder, signingKey: Buffer.alloc(32) });
  await stripImage(storage, "uploads/small");
  const before = peak();
  const started = performance.now();
  let trouble: string | undefined;
  try {
    await stripImage(storage, "uploads/large");
  } catch (error) {
    // On a machine that is busy the time limit ends the largest ones.
    trouble = error instanceof Error ? `ended (${error.message.split("\n")[0] ?? ""})` : "ended";
  }
  const growth = peak() - before;
  const seconds = (performance.now() - started) / 1_000;
  process.stdout.write(JSON.stringify({ growth, seconds, trouble }));
};

const run = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), "knowhow-images-"));
  const storage = createFolderStorage({ root: folder, signingKey: Buffer.alloc(32) });
  try {
    await storage.write("uploads/small", await large(640, 480).jpeg().toBuffer());
    for (const [name, make] of Object.entries(kinds)) {
      const bytes = await make();
      await storage.write("uploads/large", bytes);
      const told = execFileSync(
        process.execPath,
        ["--import", "tsx", fileURLToPath(import.meta.url), folder],
        { encoding: "utf8" },
      );
      // What this same script printed.
      const { growth, seconds, trouble } = JSON.parse(told) as {
        growth: number;
        seconds: number;
        trouble?: string;
      };
      const verdict = trouble ?? "taken";
      process.stdout.write(
        `${name}: ${(bytes.length / mebibyte).toFixed(1)} MB, ${verdict}, ${seconds.toFixed(1)} s, memory +${(growth / mebibyte).toFixed(0)} MB\n`,
      );
      if (growth > maxGrowth) process.exitCode = 1;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const [, , folder] = process.argv;
await (folder === undefined ? run() : measure(folder));
