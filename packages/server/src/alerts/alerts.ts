import type { Deps } from "../deps.ts";

/** Records something that a person has to look at; one open row per kind and subject. */
export const raiseAlert = async (
  { knex, log }: Pick<Deps, "knex" | "log">,
  kind: string,
  subject: string,
  detail: Record<string, unknown>,
): Promise<void> => {
  const { rows } = await knex.raw<{ rows: object[] }>(
    `insert into alerts (kind, subject, detail) values (?, ?, ?)
     on conflict (kind, subject) where resolved_at is null do nothing returning id`,
    [kind, subject, JSON.stringify(detail)],
  );
  if (rows.length > 0) log.warn({ kind, subject }, "alert");
};
