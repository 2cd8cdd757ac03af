import { AppError } from "@knowhow/shared";

/** The answer to a banned person. */
export const bannedFailure = (banReason: string | null): AppError =>
  new AppError("BANNED", { extra: { type: "ban", banReason } });

/** The answer to a suspended person. */
export const suspendedFailure = (suspendedUntil: Date | null): AppError =>
  new AppError("SUSPENDED", {
    extra: { type: "suspension", suspendedUntil: suspendedUntil?.toISOString() ?? null },
  });
