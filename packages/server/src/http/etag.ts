import type { Context } from "koa";
import { createHash } from "node:crypto";

const written = new WeakMap<object, { bytes: Buffer; tag: string }>();

/** An answer's bytes and strong version, written down once for all its readers. */
export const writeOnce = (answer: object): { bytes: Buffer; tag: string } => {
  const known = written.get(answer);
  if (known) return known;
  const bytes = Buffer.from(JSON.stringify(answer));
  const fresh = { bytes, tag: `"${createHash("sha256").update(bytes).digest("base64url")}"` };
  written.set(answer, fresh);
  return fresh;
};

/** An answer as it leaves: its bytes where they were written down. */
export const bodyOf = (answer: unknown): unknown =>
  typeof answer === "object" && answer !== null ? (written.get(answer)?.bytes ?? answer) : answer;

/**
 * Names the version of an answer that belongs to one person: `shown` is another text whenever the answer is another. No
 * disk keeps it; our client has it in memory and asks by its version.
 */
export const nameVersion = (ctx: Context, shown: string): void => {
  ctx.set("Cache-Control", "no-store");
  ctx.etag = createHash("sha256").update(shown).digest("base64url");
};

/**
 * Tells whether the caller already has the version that the answer's ETag names. Koa's own check gives up on
 * `Cache-Control: no-cache`, which fetch adds to every request that sets If-None-Match itself.
 */
export const isUnchanged = (ctx: Context): boolean => {
  const given = ctx.res.getHeader("ETag");
  if (typeof given !== "string") return false;
  const etag = given.replace(/^W\//, "");
  const known = ctx.get("If-None-Match").split(",");
  return known.some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag);
};
