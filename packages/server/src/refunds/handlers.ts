import { AppError, type refunds } from "@knowhow/shared";
import type { Handlers } from "../http/mount.ts";

const unavailable = () => Promise.reject(new AppError("UNAVAILABLE"));

/** Answers the calls about money back. */
export const createRefundHandlers = (): Handlers<typeof refunds> => ({
  request: unavailable,
  withdraw: unavailable,
  list: unavailable,
  decide: unavailable,
  create: unavailable,
});
