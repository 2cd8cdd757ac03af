import { connectionCost } from "../../offline/vault/connection.ts";
import type { VaultFile, VaultPlan } from "../../offline/vault/vaultRows.ts";
import { percentOf, progressOf } from "./keepPhase.ts";

/** An act on the plan that a person can take: whether any connection will do, to go on, or to try again. */
export type PlanAct = "allow" | "pause" | "resume" | "retry";

interface PlanWords {
  text: string;
  act?: PlanAct;
}

/** How the plan stands, and the act that it waits for. */
export const planWordsOf = (
  { isOn, isPaused, isAnyConnection }: VaultPlan,
  files: readonly VaultFile[],
  isOnline: boolean,
): PlanWords => {
  if (!isOn)
    return {
      text: "켜면 구매한 콘텐츠를 와이파이에서 모두 받아 둬요. 새로 구매한 것도 처음 열면 받아요.",
    };
  const isSilent = connectionCost() === "unknown";
  if (isSilent && !isAnyConnection)
    return {
      text: "이 브라우저는 와이파이인지 알려주지 않아요. 지금 쓰는 연결로 받아도 될까요?",
      act: "allow",
    };
  const planned = files.filter(({ isAuto }) => isAuto === true);
  const left = planned.filter(({ state }) => state !== "kept");
  const far = `파일 ${planned.length}개 중 ${planned.length - left.length}개 · ${percentOf(progressOf(planned))}%`;
  const silence = isSilent ? " 이 브라우저는 와이파이인지 알려주지 않아서 어떤 연결에서든 받아요." : "";
  if (files.some(({ state }) => state === "full"))
    return { text: "기기의 저장 공간이 모자라 멈췄어요. 공간을 비운 뒤 다시 시도해주세요.", act: "retry" };
  if (left.length === 0) return { text: `모두 보관했어요.${silence}` };
  if (isPaused) return { text: `일시정지됨 · ${far}`, act: "resume" };
  if (!isOnline) return { text: `연결되면 이어서 받아요 · ${far}` };
  if (connectionCost() === "metered") return { text: `와이파이에 연결되면 이어서 받아요 · ${far}` };
  return { text: `하나씩 받는 중 · ${far}${silence === "" ? "" : `.${silence}`}`, act: "pause" };
};

/** The words of these acts. */
export const planActs: Record<PlanAct, string> = {
  allow: "이 연결로 받기",
  pause: "일시정지",
  resume: "계속 받기",
  retry: "다시 시도",
};
