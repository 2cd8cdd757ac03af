import type { SecurityEvent, SecurityEventKind } from "@knowhow/shared";
import type { Knex } from "knex";
import type { Context } from "koa";
import { postByService } from "../inquiries/store.ts";
import { administrators, emit, type News } from "../../events/emit.ts";
import type { Config } from "../../config.ts";
import type { Trx } from "../../database/BaseModel.ts";
import { clientDeviceOf, coarseAddressOf } from "../../http/clientDevice.ts";

/** Records an event of an account, with the kind of device and the network it came from. */
export const recordSecurityEvent = async (
  ctx: Context,
  db: Knex | Trx,
  userId: string,
  kind: SecurityEventKind,
  fields: readonly string[] = [],
): Promise<void> => {
  await db("security_events").insert({
    user_id: userId,
    kind,
    fields: [...fields],
    device: JSON.stringify(clientDeviceOf(ctx)),
    address: coarseAddressOf(ctx.ip),
  });
};

type Row = Omit<SecurityEvent, "createdAt"> & { createdAt: Date };

/** The security events of an account, newest first, after the entry that a cursor names. */
export const listSecurityEvents = async (
  knex: Knex,
  { userId, cursor, limit }: { userId: string; cursor: readonly string[] | undefined; limit: number },
): Promise<SecurityEvent[]> => {
  const { rows } = await knex.raw<{ rows: Row[] }>(
    `select id, kind, fields, device, address, created_at as "createdAt" from security_events
     where user_id = :userId and (:at::timestamptz is null or (created_at, id) < (:at::timestamptz, :id::uuid))
     order by created_at desc, id desc limit :limit`,
    { userId, at: cursor?.[0] ?? null, id: cursor?.[1] ?? null, limit },
  );
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
};

const accountNews = (userId: string): News => ({ to: [userId], name: "account", data: {} });

/** Makes a user's open screens reload their account data. */
export const tellDevices = (trx: Trx, userId: string): Promise<void> => emit(trx, [accountNews(userId)]);

/** Tells a user of a change of their account, in an inquiry room of its own. */
export const tellOwner = async (
  trx: Trx,
  config: Pick<Config, "adminUserIds">,
  userId: string,
  text: string,
): Promise<void> => {
  const admins = await administrators(trx, config);
  const told = await postByService(trx, {
    userId,
    type: "account_notice",
    subject: "계정 안내",
    text,
    admins,
  });
  await emit(trx, [...told, accountNews(userId)]);
};
