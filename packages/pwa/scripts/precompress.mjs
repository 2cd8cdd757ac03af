// Writes .br and .gz beside every text file of a built folder, once, so that the server never compresses one itself.
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const dist = process.argv[2];
const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/** Smaller files gain nothing worth a second file. */
const minBytes = 512;

// A name with a dot is never handed out.
const names = (await readdir(dist, { recursive: true })).filter((name) =>
  /^(?!\.).*\.(m?js|css|svg|json|webmanifest|txt)$/.test(name),
);
let packed = 0;
for (const name of names) {
  const path = join(dist, name);
  if ((await stat(path)).size < minBytes) continue;
  const content = await readFile(path);
  const [br, gz] = await Promise.all([
    packBrotli(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
    packGzip(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
  packed += 1;
}
console.log(`Compressed ${packed} files of ${dist}.`);
