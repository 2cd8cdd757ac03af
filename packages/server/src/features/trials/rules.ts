import {
  AppError,
  hasPages,
  minShare,
  proposeTrial,
  shareTrouble,
  type TrialFile,
  type TrialForm,
  type TrialShare,
} from "@knowhow/shared";

type Entry = Pick<TrialForm["parts"][number], "pages" | "characters">;

/**
 * The share that the seller opens of a file: as the entry says, or as proposed without one. Fails with VALIDATION about
 * the entry's fields, which begin with `at`.
 */
export const judgeShare = (
  file: TrialFile,
  entry: Entry | undefined,
  { price, at }: { price: number; at: string },
): TrialShare & { isChosen: boolean } => {
  if (entry === undefined) return { ...proposeTrial(file), isChosen: false };
  const field = hasPages(file) ? "pages" : "characters";
  const fail = (message: string): never => {
    throw new AppError("VALIDATION", { message, fields: { [`${at}${field}`]: message } });
  };
  if (file.unit === "none") return fail("미리 읽을 수 없는 파일입니다.");
  const { pages, characters } = entry;
  if (hasPages(file) !== (pages !== undefined) || hasPages(file) === (characters !== undefined))
    return fail(hasPages(file) ? "미리 읽을 쪽을 골라주세요." : "미리 읽을 글자 수를 골라주세요.");
  const share = { pages: (pages ?? []).toSorted((one, other) => one - other), characters: characters ?? 0 };
  const trouble = shareTrouble({ ...file, min: minShare(file, price) }, share);
  return trouble === undefined ? { ...share, isChosen: true } : fail(trouble);
};

/** Whether a share that was chosen before the content had its price may be open for that. */
export const isAllowed = (file: TrialFile, share: TrialShare, price: number): boolean =>
  shareTrouble({ ...file, min: minShare(file, price) }, share) === undefined;
