import type { Deps } from "../deps.ts";

/** Records something that a person has to look at; one open row per kind and subject. */
export const raiseAlert = async (
  { knex, log }: Pick<Deps, "knex" | "log">,
  kind: string,
  subject: string,
  detail: Record<string, unknown>,
): Promise<void> => {
  await knex.raw(
    "insert into alerts (kind, subject, detail) values (?, ?, ?) on conflict (kind, subject) where resolved_at is null do nothing",
    [kind, subject, JSON.stringify(detail)],
  );
  log.warn({ kind, subject }, "alert");
};
