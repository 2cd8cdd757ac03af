import { endpoints, forAdmins } from "./endpoint.ts";
import type { penaltiesSchemas } from "./schemas/penalties.ts";

/** What an administrator can impose. */
export const penaltyTypes = ["warning", "suspension", "ban"] as const;
export type PenaltyType = (typeof penaltyTypes)[number];

const penaltyLabels: Record<PenaltyType, string> = {
  warning: "경고",
  suspension: "서비스 이용 정지",
  ban: "영구 이용 제한",
};

/** Korean label of a penalty. */
export const penaltyLabel = (type: PenaltyType): string => penaltyLabels[type];
/** Warnings, suspension and ban of one person at one moment: the `standing` of the wire. */
export interface SanctionStatus {
  warningCount: number;
  suspendedUntil: string | null;
  isBanned: boolean;
}

/** Penalties: acknowledged by the sanctioned person, taken back and looked up by administrators. */
export const penalties = endpoints<typeof penaltiesSchemas>()({
  seen: {
    method: "POST",
    path: "/api/penalties/:id/seen",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    errors: ["NOT_FOUND"],
  },
  lift: {
    method: "PUT",
    path: "/api/admin/penalties/:id",
    ...forAdmins,
    idempotent: true,
    changesContents: true,
    errors: ["NOT_FOUND", "ALREADY_LIFTED"],
  },
  /** Everything that decides how to judge a person: newest first, at most 100 of each. */
  history: {
    method: "GET",
    path: "/api/admin/users/:id/history",
    ...forAdmins,
    errors: ["NOT_FOUND"],
  },
});
