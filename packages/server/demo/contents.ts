import type { CategoryCode } from "@knowhow/shared";
import { demoBuyers } from "./buyers.ts";
import { careerDrafts } from "./contents/career.ts";
import { certificateDrafts } from "./contents/certificate.ts";
import { cookingDrafts } from "./contents/cooking.ts";
import { healthDrafts } from "./contents/health.ts";
import { hobbyDrafts } from "./contents/hobby.ts";
import { languageDrafts } from "./contents/language.ts";
import { lifestyleDrafts } from "./contents/lifestyle.ts";
import { musicDrafts } from "./contents/music.ts";
import { playlistDrafts } from "./contents/playlist.ts";
import { programmingDrafts } from "./contents/programming.ts";
import { relationshipDrafts } from "./contents/relationship.ts";
import { sportsDrafts } from "./contents/sports.ts";
import { stockDrafts } from "./contents/stock.ts";
import { templateDrafts } from "./contents/template.ts";
import type { ContentDraft, DemoContent } from "./types.ts";

/** Drafts by category, in the order in which they are stored. */
export const demoDrafts: Record<CategoryCode, readonly ContentDraft[]> = {
  stock: stockDrafts,
  certificate: certificateDrafts,
  programming: programmingDrafts,
  language: languageDrafts,
  lifestyle: lifestyleDrafts,
  career: careerDrafts,
  hobby: hobbyDrafts,
  relationship: relationshipDrafts,
  music: musicDrafts,
  playlist: playlistDrafts,
  health: healthDrafts,
  sports: sportsDrafts,
  cooking: cookingDrafts,
  template: templateDrafts,
};

const oldestDays = 400;

/** A number from 0 to below 1 that depends on the text alone (FNV-1a), so that every installation looks the same. */
const spread = (text: string): number => {
  let hash = 2_166_136_261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  // The last steps mix the bits, or names that differ in their last letter alone would lie side by side.
  hash = Math.imul(hash ^ (hash >>> 16), 2_246_822_507);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
};

/** Numbers that fit together: known contents sell more, new ones have had little time, free ones are taken lightly. */
const numbersOf = ({ slug, heat, price }: ContentDraft) => {
  const ageDays = Math.floor((oldestDays + 1) * spread(`age ${slug}`) ** 1.6);
  const time = ageDays / (ageDays + 25);
  const wish = demoBuyers.length * (heat / 100) ** 1.3 * time * (price === 0 ? 1.15 : 0.95);
  const purchases = Math.min(demoBuyers.length, Math.floor(wish));
  const likes = Math.floor(purchases * (0.3 + 0.45 * spread(`likes ${slug}`)));
  const views = Math.floor(
    purchases * (14 + 22 * spread(`views ${slug}`)) + (3 + heat) * time * 4 + heat / 10,
  );
  return { ageDays, views, purchases, likes };
};

/** Path under the asset folder of the file that `part` of a draft's text becomes. */
const filePath = (slug: string, name: string, part: string | undefined): string =>
  `files/${slug}${part === undefined ? "" : `.${part}`}.${name.slice(name.lastIndexOf(".") + 1)}`;

const workOut = (category: CategoryCode, draft: ContentDraft): DemoContent => ({
  slug: draft.slug,
  mentor: draft.mentor,
  category,
  title: draft.title,
  description: draft.description,
  price: draft.price,
  files: draft.files.map(([name, part]) => ({ name, path: filePath(draft.slug, name, part) })),
  previews: Array.from({ length: draft.previews }, (_, at) => `previews/${draft.slug}-${at + 1}.webp`),
  ...numbersOf(draft),
});

/** What the market is filled with. */
export const demoContents: readonly DemoContent[] = Object.entries(demoDrafts).flatMap(([category, drafts]) =>
  // Object.entries forgets that the keys are codes; the record's type holds them to be.
  drafts.map((draft) => workOut(category as CategoryCode, draft)),
);
