// Makes the few font files that most screens need, out of Pretendard: its own dynamic subset spreads the common
// characters over twenty files, of which a page loads ten and more. Run after a new version of the font; its output
// is kept in the repository, because making it takes half a minute.
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const require = createRequire(import.meta.url);
const pretendard = dirname(require.resolve("pretendard/package.json"));
const web = join(pretendard, "dist/web/variable");
const out = fileURLToPath(new URL("../src/fonts", import.meta.url));

/** Slices of the original, from the most common characters down: the higher its number, the commoner a slice. */
const groups = [
  [86, 91],
  [79, 85],
  [72, 78],
];

/** The weights that the theme uses; leaving out the others makes the files a quarter smaller. */
const weights = { min: 400, max: 800 };

const css = await readFile(join(web, "pretendardvariable-dynamic-subset.css"), "utf8");
const ranges = new Map(
  [...css.matchAll(/subset\.(\d+)\.woff2[^}]*?unicode-range: ([^;]+);/g)].map(([, number, range]) => [
    Number(number),
    range,
  ]),
);
const font = await readFile(join(web, "woff2/PretendardVariable.woff2"));

const codePointsOf = (range) =>
  range.split(",").flatMap((part) => {
    const [first, last = first] = part
      .trim()
      .slice(2)
      .split("-")
      .map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: last - first + 1 }, (_, step) => first + step);
  });

const faces = [];
for (const [position, [first, last]] of groups.entries()) {
  const range = Array.from({ length: last - first + 1 }, (_, step) => ranges.get(first + step)).join(", ");
  const name = `knowhow-${position + 1}.woff2`;
  const text = String.fromCodePoint(...codePointsOf(range));
  const bytes = await subsetFont(font, text, { targetFormat: "woff2", variationAxes: { wght: weights } });
  await writeFile(join(out, name), bytes);
  faces.push(`@font-face {
  font-family: "Knowhow Sans";
  font-style: normal;
  font-display: swap;
  font-weight: ${weights.min} ${weights.max};
  src: url("./${name}") format("woff2");
  unicode-range: ${range};
}
`);
  console.log(`${name}: ${bytes.length} bytes`);
}
await copyFile(join(pretendard, "dist/LICENSE.txt"), join(out, "LICENSE.txt"));
await writeFile(
  join(out, "fonts.css"),
  `/* Made by scripts/fonts.mjs from Pretendard, (c) 2021 Kil Hyung-jin, SIL Open Font License 1.1 (LICENSE.txt). */\n${faces.join("\n")}`,
);
