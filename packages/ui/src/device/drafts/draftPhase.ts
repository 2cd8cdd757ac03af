import { entriesOf, type Draft, type DraftFile } from "./draft.ts";
import type { Drafts } from "./drafts.ts";
import { isNamedThere } from "./serverCopy.ts";

/** The state of a draft, in words. */
export interface DraftPhase {
  text: string;
  /** The person has to do something about it. */
  isTrouble: boolean;
  /** How much of its files is uploaded, in percent, while they are being uploaded or have stopped. */
  percent: number | undefined;
  /** Whether trying again can help. */
  canRetry: boolean;
}

/** 등록 of a new content, 수정 of one that is there. */
export const actOf = ({ contentId }: Pick<Draft, "contentId">): string =>
  contentId === null ? "등록" : "수정";

/** The path of the form that edits a draft. */
export const formPathOf = ({ id, contentId }: Draft): string =>
  contentId === null ? `/upload?draft=${id}` : `/edit-content/${contentId}?draft=${id}`;

/** The title of a draft, or the words for a missing one. */
export const titleOf = ({ values }: Pick<Draft, "values">): string => values.title.trim() || "제목 없음";

/** How much of the bytes that this device uploads is on the server, in percent. */
const percentOf = (draft: Draft, drafts: Pick<Drafts, "transferOf">): number => {
  const sum = (count: (entry: DraftFile) => number) =>
    entriesOf(draft).reduce((total, entry) => total + count(entry), 0);
  const sent = (entry: DraftFile): number => {
    const { key, objectPath, size = 0 } = entry;
    if (objectPath !== undefined) return size;
    const transfer = drafts.transferOf(draft.id, key);
    if (transfer?.status === "uploading") return transfer.progress.loaded;
    return transfer?.status === "waiting" || transfer?.status === "paused" ? (transfer.sent ?? 0) : 0;
  };
  const all = sum(({ size = 0 }) => size);
  return all === 0 ? 0 : Math.floor((sum(sent) / all) * 100);
};

/** The present state of a draft. */
export const phaseOf = (draft: Draft, drafts: Pick<Drafts, "transferOf">, isOnline: boolean): DraftPhase => {
  const { publishing } = draft;
  const act = actOf(draft);
  const transfers = entriesOf(draft).map(({ key }) => drafts.transferOf(draft.id, key)?.status);
  const has = (status: (typeof transfers)[number]) => transfers.includes(status);
  const calm = { isTrouble: false, percent: undefined, canRetry: false };
  const isMoving = has("uploading");
  const percent = isMoving ? percentOf(draft, drafts) : undefined;
  const reached = has("waiting") || has("paused") ? percentOf(draft, drafts) : 0;
  /** While it is stopped, the bar stays where it was. */
  const heldUp = (text: string): DraftPhase =>
    reached === 0 ? { ...calm, text } : { ...calm, text: `${text} · ${reached}%까지 올림`, percent: reached };
  const isLost = has("refused") || has("failed");
  if (publishing?.refusal !== undefined)
    return {
      ...calm,
      text: `${act}하지 못함 · ${publishing.refusal}`,
      isTrouble: true,
      canRetry: !publishing.isConflict,
    };
  if (publishing) {
    if (!isOnline) return heldUp(`연결되면 ${act}`);
    if (percent !== undefined)
      return { ...calm, text: `다 올라가면 ${act} · 올리는 중 ${percent}%`, percent };
    if (has("refused")) return { ...calm, text: `${act} 예정 · 올리지 못한 파일이 있어요`, isTrouble: true };
    if (publishing.isCut) return { ...heldUp(`연결되면 ${act}`), canRetry: true };
    if (publishing.trouble !== undefined)
      return { ...calm, text: `${act} 예정 · ${publishing.trouble}`, canRetry: true };
    return heldUp(transfers.every((as) => as === "done") ? `${act}하는 중` : `다 올라가면 ${act}`);
  }
  if (percent !== undefined) return { ...calm, text: `올리는 중 ${percent}%`, percent };
  if (has("keeping")) return { ...calm, text: "파일을 기기에 저장하는 중" };
  if (isLost) return { ...calm, text: "임시 저장 · 올리지 못한 파일이 있어요", isTrouble: true };
  if (has("paused")) return heldUp("임시 저장 · 업로드를 멈춰 뒀어요");
  if (has("waiting"))
    return heldUp(isOnline ? "임시 저장 · 업로드를 기다리는 중" : "임시 저장 · 연결되면 파일을 올려요");
  return { ...calm, text: "임시 저장" };
};

const bytesOf = (entries: readonly DraftFile[]): number =>
  entries.reduce((sum, { size = 0 }) => sum + size, 0);

/** How many bytes of a draft's files lie on this device. */
export const keptBytesOf = (draft: Draft): number => bytesOf(entriesOf(draft).filter(({ isKept }) => isKept));

/** How many of them the server keeps with its copy too. */
export const freeableOf = (draft: Draft): number =>
  bytesOf(entriesOf(draft).filter((entry) => entry.isKept && isNamedThere(draft, entry)));
