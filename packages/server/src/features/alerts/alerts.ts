import type { AlertKind } from "@knowhow/shared";
import type { Trx } from "../../database/BaseModel.ts";
import type { Deps } from "../../deps.ts";

/** Records an alert; one open row per kind and subject. */
export const raiseAlert = async (
  { knex, log }: Pick<Deps, "knex" | "log">,
  kind: AlertKind,
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

/** Records an alert about a lasting fact, once: closed, it comes back only with another detail. */
export const raiseOnce = async (
  deps: Pick<Deps, "knex" | "log">,
  kind: AlertKind,
  subject: string,
  detail: Record<string, unknown>,
): Promise<void> => {
  const known = await deps
    .knex("alerts")
    .where({ kind, subject })
    .whereRaw("detail = ?::jsonb", [JSON.stringify(detail)])
    .first<{ id: string } | undefined>("id");
  if (!known) await raiseAlert(deps, kind, subject, detail);
};

/** Closes an alert that mended itself; does nothing when there is none. */
export const resolveAlert = async (
  { knex }: Pick<Deps, "knex">,
  kind: AlertKind,
  subject: string,
  note: string,
): Promise<void> => {
  await knex("alerts")
    .where({ kind, subject, resolved_at: null })
    .update({ resolved_at: knex.raw("app_now()"), note });
};

interface AlertAnswer {
  kind: AlertKind;
  subject: string;
  note: string;
  adminId: string;
}

/** Records an administrator's answer to an alert, also where none was open. */
export const answerAlert = async (trx: Trx, { kind, subject, note, adminId }: AlertAnswer): Promise<void> => {
  await trx.raw(
    /* sql */ `
      insert into alerts (kind, subject, detail, resolved_at, note, resolved_by)
      select ?, ?, '{}', app_now(), ?, ?::uuid
      where not exists (select from alerts where kind = ? and subject = ? and resolved_at is null)`,
    [kind, subject, note, adminId, kind, subject],
  );
  await trx("alerts")
    .where({ kind, subject, resolved_at: null })
    .update({ resolved_at: trx.raw("app_now()"), note, resolved_by: adminId });
};
