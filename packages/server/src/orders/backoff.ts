import { appTime } from "../database/clock.ts";

const steps = ["20 seconds", "1 minute", "5 minutes", "1 hour", "6 hours", "1 day"] as const;

/** When to ask the provider again after so many tries (at least one): soon at first, then ever more rarely. */
export const nextCheck = (attempts: number): Date =>
  appTime(`app_now() + interval '${steps[Math.min(Math.max(attempts, 1), steps.length) - 1] ?? steps[0]}'`);
