// Makes the icons that devices want as pictures out of the one drawing. Run after a change of public/icon.svg; its
// output is kept in the repository.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const folder = fileURLToPath(new URL("../public/", import.meta.url));
const drawing = await readFile(`${folder}icon.svg`, "utf8");
const path = /<path[^>]*\/>/.exec(drawing)?.[0];
const ground = /<rect[^>]*fill="([^"]+)"/.exec(drawing)?.[1];
if (!path || !ground) throw new Error("icon.svg is drawn otherwise than this script knows");

/** The drawing to the edges, the sign in the middle: the device cuts its own shape out of it. */
const full = (scale) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${ground}"/><g transform="translate(16 16) scale(${scale}) translate(-16 -16)">${path}</g></svg>`;

const draw = async (name, svg, size) => {
  const picture = await sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
  await writeFile(`${folder}icons/${name}.png`, picture);
  console.log(`${name}.png: ${picture.length} bytes`);
};

await mkdir(`${folder}icons`, { recursive: true });
for (const size of [192, 256, 384, 512]) await draw(`icon-${size}`, drawing, size);
// Every shape shows the middle 80 %.
await draw("maskable-512", full(0.8), 512);
await draw("apple-touch-180", full(0.9), 180);
