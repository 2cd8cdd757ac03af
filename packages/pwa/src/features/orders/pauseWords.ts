import { formatDate, type Content } from "@knowhow/shared";

/** When a paused content is sold again, in a sentence for its seller or for everyone else. */
export const resumptionWords = ({
  pausedUntil,
  isOwner,
}: Pick<Content, "pausedUntil" | "isOwner">): string => {
  if (pausedUntil) return `${formatDate(pausedUntil)}에 다시 판매해요.`;
  return isOwner ? "다시 판매하기를 누를 때까지 멈춰 있어요." : "멘토가 다시 판매하면 구매할 수 있어요.";
};
