import sharp from "sharp";
import { coverHeight, coverWidth } from "./cover.ts";
import { paintSvg } from "./page.ts";
import type { Page } from "./page.ts";
import { mix } from "./palette.ts";
import type { Palette } from "./palette.ts";

/** An SVG drawing as a WebP image; the quality falls until the image is light enough for a phone. */
export async function toWebp(svg: string, largest: number): Promise<Buffer> {
  const pixels = await sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 1 }).toBuffer();
  const encode = async (quality: number): Promise<Buffer> =>
    sharp(pixels).webp({ quality, effort: 4 }).toBuffer();
  for (const quality of [72, 58]) {
    const image = await encode(quality);
    if (image.length <= largest) return image;
  }
  return encode(45);
}

const number = (value: number): string => String(Math.round(value * 10) / 10);

/**
 * One or two pages on a table, as an inner preview. Pages that are longer than the picture fade out at its foot:
 * a preview shows what the content is like, not all of it.
 */
export function drawSpread(pages: readonly Page[], { soft, mid, deep }: Palette): string {
  const gap = 36;
  const top = 56;
  const wide = pages.reduce((sum, page) => sum + page.width, 0) || 1;
  const tall = Math.max(...pages.map((page) => page.height));
  const upright = tall > wide || pages.length > 1;
  const room = upright && pages.length === 1 ? 760 : coverWidth - 112;
  const scale = (room - gap * (pages.length - 1)) / wide;
  const ground = mix(soft, mid, 0.3);
  const start = upright ? top : Math.max(top, (coverHeight - tall * scale) / 2);
  let x = (coverWidth - room) / 2;
  const sheets = pages.map((page) => {
    const w = number(page.width * scale);
    const h = number(page.height * scale);
    const place = `width="${w}" height="${h}"`;
    const shade = `<rect x="${number(x + 5)}" y="${number(start + 7)}" ${place} fill="${deep}" opacity="0.16"/>`;
    const view = `viewBox="0 0 ${number(page.width)} ${number(page.height)}"`;
    const sheet = `<svg x="${number(x)}" y="${number(start)}" ${place} ${view}>${paintSvg(page)}</svg>`;
    x += page.width * scale + gap;
    return shade + sheet;
  });
  const fade = upright
    ? `<linearGradient id="f" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${ground}" stop-opacity="0"/><stop offset="0.8" stop-color="${ground}"/></linearGradient><rect y="600" width="${String(coverWidth)}" height="300" fill="url(#f)"/>`
    : "";
  const size = `width="${String(coverWidth)}" height="${String(coverHeight)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${String(coverWidth)} ${String(coverHeight)}"><rect ${size} fill="${ground}"/>${sheets.join("")}${fade}</svg>`;
}
