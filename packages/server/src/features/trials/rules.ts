import { AppError, proposeTrial, type TrialForm, type TrialShare, type TrialUnit } from "@knowhow/shared";

/** The kind and length of a file, by which a share of it is chosen. */
export interface TrialFile {
  unit: TrialUnit;
  /** Pages, slides or characters of the whole. */
  total: number;
}

type Entry = TrialForm["parts"][number];

const hasPages = ({ unit }: TrialFile): boolean => unit === "page" || unit === "slide";

/** So many pages or characters of it are open at least: of what costs something, as many as are proposed. */
export const minShare = (file: TrialFile, price: number): number => {
  const { pages, characters } = proposeTrial(file.unit, file.total);
  return price > 0 ? (hasPages(file) ? pages.length : characters) : 0;
};

const pageTrouble = ({ total }: TrialFile, pages: readonly number[], min: number): string | undefined => {
  if (pages.some((page) => page > total)) return `${total}쪽까지 있는 파일입니다.`;
  if (pages.length < min) return `미리 읽을 쪽을 ${min}쪽 이상 골라주세요.`;
  return min > 0 && total > 1 && pages.length >= total
    ? "유료 콘텐츠는 전체를 미리 읽게 할 수 없습니다."
    : undefined;
};

const textTrouble = ({ total }: TrialFile, characters: number, min: number): string | undefined => {
  if (characters < min) return `미리 읽을 글을 ${min.toLocaleString("ko-KR")}자 이상 골라주세요.`;
  return min > 0 && total > 1 && characters >= total
    ? "유료 콘텐츠는 전체를 미리 읽게 할 수 없습니다."
    : undefined;
};

/**
 * What the seller opens of a file: what the entry says, or as proposed without one. Fails with VALIDATION about the
 * entry of this place in the form.
 */
export const judgeShare = (
  file: TrialFile,
  entry: Entry | undefined,
  { price, place }: { price: number; place: number },
): TrialShare & { isChosen: boolean } => {
  if (entry === undefined) return { ...proposeTrial(file.unit, file.total), isChosen: false };
  const field = hasPages(file) ? "pages" : "characters";
  const fail = (message: string): never => {
    throw new AppError("VALIDATION", { message, fields: { [`parts[${place}].${field}`]: message } });
  };
  if (file.unit === "none") return fail("미리 읽을 수 없는 파일입니다.");
  const { pages, characters } = entry;
  const min = minShare(file, price);
  if (hasPages(file)) {
    if (pages === undefined || characters !== undefined) return fail("미리 읽을 쪽을 골라주세요.");
    const trouble = pageTrouble(file, pages, min);
    return trouble === undefined
      ? { pages: pages.toSorted((one, other) => one - other), characters: 0, isChosen: true }
      : fail(trouble);
  }
  if (characters === undefined || pages !== undefined) return fail("미리 읽을 글자 수를 골라주세요.");
  const trouble = textTrouble(file, characters, min);
  return trouble === undefined ? { pages: [], characters, isChosen: true } : fail(trouble);
};

/** The first characters of a text, as people count them. */
export const beginningOf = (text: string, characters: number): string => {
  // A character takes two units at most.
  const [...counted] = text.slice(0, 2 * characters);
  return counted.slice(0, characters).join("");
};
