/** Pages and characters that a seller may open of one file before it is paid for. */
export const maxTrialPages = 30;
export const maxTrialCharacters = 20_000;
/** Its first pages, which are drawn for the seller to choose from; the others are chosen by their numbers. */
export const maxPicturedPages = 300;

/**
 * Of what a file's trial consists: drawn pages, texts of slides, rows of sheets, the beginning of its text, or nothing,
 * since it can not be read. Rows of one sheet make pages of `rowsPerPage` at most.
 */
export const trialUnits = ["page", "slide", "sheet", "text", "none"] as const;
export type TrialUnit = (typeof trialUnits)[number];

/** Rows of a sheet that are one page of a trial, unless they are long. */
export const rowsPerPage = 20;

/** What can be read of a file before paying: pages, or its first characters; all lists begin with 1. */
export interface TrialShare {
  pages: number[];
  characters: number;
}

const proposedPages = 5;
const characters = { min: 1_000, max: 5_000 } as const;

/** The part of a file with fewer than three pages that its first page shows at most: a third of the whole. */
export const trialPortion = (pages: number): number => Math.min(1, pages / 3);

/** The kind and length of a file: pages, slides or characters of the whole. */
export interface TrialFile {
  unit: TrialUnit;
  total: number;
}

/** Whether a share of the file is chosen by pages. */
export const hasPages = ({ unit }: Pick<TrialFile, "unit">): boolean =>
  unit === "page" || unit === "slide" || unit === "sheet";

/** The proposed share, where the seller chose none: the first tenth, one to five pages, never more than a third. */
export const proposeTrial = ({ unit, total }: TrialFile): TrialShare => {
  const tenth = Math.floor(total / 10);
  if (hasPages({ unit })) {
    const count = Math.min(Math.max(tenth, 1), proposedPages, total);
    return { pages: Array.from({ length: count }, (_, index) => index + 1), characters: 0 };
  }
  const wanted = Math.min(Math.max(tenth, characters.min), characters.max);
  return { pages: [], characters: unit === "text" ? Math.min(wanted, Math.ceil(total / 3)) : 0 };
};

/**
 * So many pages or characters of it are open at least: of what costs something, as many pages as are proposed, of a text a
 * tenth.
 */
export const minShare = (file: TrialFile, price: number): number => {
  if (price === 0) return 0;
  const { pages, characters } = proposeTrial(file);
  return hasPages(file) ? pages.length : Math.min(characters, Math.max(1, Math.floor(file.total / 10)));
};

const textOf = (value: number): string => value.toLocaleString("ko-KR");

/**
 * The words for why a seller can not open this share of a file, if so. `min` is as much
 * as has to be open of a file that costs something, and 0 of a free one.
 */
export const shareTrouble = (
  file: TrialFile & { min: number },
  { pages, characters }: TrialShare,
): string | undefined => {
  const { total, min } = file;
  const count = hasPages(file) ? pages.length : characters;
  const [max, counter] = hasPages(file) ? [maxTrialPages, "쪽"] : [maxTrialCharacters, "자"];
  if (pages.some((page) => page > total)) return `${total}쪽까지 있는 파일입니다.`;
  if (count < min) return `미리 읽을 부분을 ${textOf(min)}${counter} 이상 골라주세요.`;
  if (count > max) return `미리 읽을 부분은 ${textOf(max)}${counter}까지 고를 수 있습니다.`;
  // Of a single page a part is shown in any case.
  return min > 0 && total > 1 && count >= total
    ? "유료 콘텐츠는 전체를 미리 읽게 할 수 없습니다."
    : undefined;
};
