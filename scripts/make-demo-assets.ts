import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { extname } from "node:path";
import type { CategoryCode } from "../packages/shared/src/constants.ts";
import { categoryCodes, categoryLabel } from "../packages/shared/src/constants.ts";
import { demoAssetPath, demoContents, demoDrafts, demoMentors } from "../packages/server/demo/data.ts";
import type { ContentDraft, DemoContent } from "../packages/server/demo/types.ts";
import { madeOn, writeZip } from "./demo/bundle.ts";
import { drawCover, layoutCount } from "./demo/cover.ts";
import { parseDocument, toPlainText } from "./demo/document.ts";
import type { DemoDocument } from "./demo/document.ts";
import { writeDocx } from "./demo/docx.ts";
import { Composer } from "./demo/layout.ts";
import type { Page } from "./demo/page.ts";
import { paintPdf } from "./demo/page.ts";
import { palettes } from "./demo/palette.ts";
import type { Palette } from "./demo/palette.ts";
import { drawSpread, toWebp } from "./demo/picture.ts";
import { slidePages, writePptx } from "./demo/pptx.ts";
import { sheetPages, writeXlsx } from "./demo/xlsx.ts";

const manifestPath = demoAssetPath("made.json");
const largestImage = 25_000;

interface Job {
  draft: ContentDraft;
  content: DemoContent;
  category: CategoryCode;
  /** Place in the category: neighbours get different covers. */
  place: number;
  author: string;
  palette: Palette;
}

const textPath = (slug: string, part: string | undefined): string =>
  demoAssetPath(`texts/${slug}${part === undefined ? "" : `.${part}`}.md`);

const readText = async (slug: string, part: string | undefined): Promise<DemoDocument> =>
  parseDocument(await readFile(textPath(slug, part), "utf8"));

const jobsOf = (): Job[] =>
  categoryCodes.flatMap((category) =>
    demoDrafts[category].map((draft, place) => {
      const content = demoContents.find(({ slug }) => slug === draft.slug);
      const mentor = demoMentors.find(({ userId }) => userId === draft.mentor);
      if (!content || !mentor) throw new Error(`${draft.slug} has no content or no mentor`);
      return { draft, content, category, place, author: mentor.nickname, palette: palettes[category] };
    }),
  );

const writeFileOf = async (document: DemoDocument, path: string, job: Job): Promise<Uint8Array> => {
  const { palette, author } = job;
  switch (extname(path)) {
    case ".pdf": {
      const pages = new Composer(palette, author).compose(document);
      return paintPdf(pages, { title: document.title, author, date: madeOn });
    }
    case ".docx":
      return writeDocx(document, palette, author);
    case ".xlsx":
      return writeXlsx(document, palette, author);
    case ".pptx":
      return writePptx(document, palette, author);
    case ".zip":
      return writeZip(document);
    case ".txt":
      return new TextEncoder().encode(toPlainText(document));
    default:
      throw new Error(`no writer for ${path}`);
  }
};

/** The pages that are shown together: a title page says too little alone. */
const groupsOf = ([first, second, ...rest]: readonly Page[], palette: Palette): Page[][] => {
  if (!first) return [];
  if (!second) return [[first]];
  const opening = palette.opening === "page" ? [[first, second]] : [[first]];
  const others = palette.opening === "page" ? rest : [second, ...rest];
  // Pages with little on them come last: they show little.
  const thin = (page: Page): boolean => page.ops.length < 16;
  const ordered = [...others.filter((page) => !thin(page)), ...others.filter(thin)];
  return [...opening, ...ordered.map((page) => [page])];
};

/** Pictures of what is inside one file, best first. */
const spreadsOf = (document: DemoDocument, path: string, { palette, author }: Job): string[] => {
  const draw = (pages: readonly Page[]): string => drawSpread(pages, palette);
  if (path.endsWith(".xlsx")) return sheetPages(document, palette).map((page) => draw([page]));
  if (path.endsWith(".pptx")) return slidePages(document, palette).map((page) => draw([page]));
  if (path.endsWith(".zip")) return [];
  return groupsOf(new Composer(palette, author).compose(document), palette).map(draw);
};

/** The inner previews take turns among the files, so that each is seen before any is seen twice. */
const innerPreviews = async (job: Job): Promise<string[]> => {
  const { draft, content } = job;
  const files = await Promise.all(
    content.files.map(async ({ path }, at) =>
      spreadsOf(await readText(draft.slug, draft.files[at]?.[1]), path, job),
    ),
  );
  const longest = Math.max(0, ...files.map((spreads) => spreads.length));
  return Array.from({ length: longest }, (_, turn) => files.flatMap((spreads) => spreads[turn] ?? [])).flat();
};

const makePreviews = async (job: Job): Promise<Map<string, Uint8Array>> => {
  const { draft, content, category, place, author } = job;
  const made = new Map<string, Uint8Array>();
  if (content.previews.length === 0) return made;
  const shift = categoryCodes.indexOf(category) * 3;
  const cover = drawCover(
    category,
    { lines: draft.cover, label: categoryLabel(category), author },
    place + shift,
    place + Math.floor(place / layoutCount) + shift,
  );
  const inner = content.previews.length > 1 ? await innerPreviews(job) : [];
  for (const [at, path] of content.previews.entries()) {
    const svg = at === 0 ? cover : inner[at - 1];
    if (svg === undefined) throw new Error(`${draft.slug} has too little text for ${path}`);
    made.set(path, await toWebp(svg, largestImage));
  }
  return made;
};

const codeHash = async (): Promise<string> => {
  const folder = new URL("demo/", import.meta.url);
  const hash = createHash("sha256");
  for (const name of (await readdir(folder)).sort()) hash.update(await readFile(new URL(name, folder)));
  return hash.digest("hex");
};

const inputHash = async (job: Job, code: string): Promise<string> => {
  const { draft, place, author, category } = job;
  const hash = createHash("sha256").update(code);
  hash.update(
    JSON.stringify([draft.slug, draft.files, draft.cover, draft.previews, place, author, category]),
  );
  for (const [, part] of draft.files) hash.update(await readFile(textPath(draft.slug, part)));
  return hash.digest("hex").slice(0, 20);
};

const readManifest = async (): Promise<Partial<Record<string, string>>> =>
  // Written by this program only; a wrong entry just means drawing again.
  existsSync(manifestPath)
    ? (JSON.parse(await readFile(manifestPath, "utf8")) as Partial<Record<string, string>>)
    : {};

const outputsOf = ({ content }: Job): string[] => [
  ...content.files.map(({ path }) => path),
  ...content.previews,
];

const removeStrangers = async (jobs: readonly Job[]): Promise<void> => {
  const known = new Set(jobs.flatMap(outputsOf));
  for (const folder of ["files", "previews"]) {
    for (const name of await readdir(demoAssetPath(folder))) {
      if (!known.has(`${folder}/${name}`)) await rm(demoAssetPath(`${folder}/${name}`));
    }
  }
};

const report = async (jobs: readonly Job[]): Promise<void> => {
  const sizes = new Map<string, number[]>();
  for (const path of jobs.flatMap(outputsOf)) {
    const kind = extname(path);
    sizes.set(kind, [...(sizes.get(kind) ?? []), (await stat(demoAssetPath(path))).size]);
  }
  for (const [kind, list] of sizes) {
    const total = list.reduce((sum, size) => sum + size, 0);
    console.log(`${kind}: ${list.length}, ${total} bytes, largest ${Math.max(...list)}`);
  }
};

const make = async (): Promise<void> => {
  await mkdir(demoAssetPath("files"), { recursive: true });
  await mkdir(demoAssetPath("previews"), { recursive: true });
  const jobs = jobsOf();
  const before = await readManifest();
  const code = await codeHash();
  const manifest: Record<string, string> = {};
  for (const job of jobs) {
    const { draft, content } = job;
    const hash = await inputHash(job, code);
    manifest[draft.slug] = hash;
    const there = outputsOf(job).every((path) => existsSync(demoAssetPath(path)));
    if (there && before[draft.slug] === hash) continue;
    for (const [at, { path }] of content.files.entries()) {
      const document = await readText(draft.slug, draft.files[at]?.[1]);
      await writeFile(demoAssetPath(path), await writeFileOf(document, path, job));
    }
    for (const [path, image] of await makePreviews(job)) await writeFile(demoAssetPath(path), image);
    console.log(draft.slug);
  }
  await removeStrangers(jobs);
  await writeFile(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`);
  await report(jobs);
};

await make();
