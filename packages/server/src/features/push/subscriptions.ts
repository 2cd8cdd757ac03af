import type { PushSubscriptionForm, PushTopics } from "@knowhow/shared";
import { Model } from "objection";
import type { Trx } from "../../database/BaseModel.ts";
import type { Deps } from "../../deps.ts";

/** Devices of one person; the oldest makes room. */
const maxDevices = 20;

/**
 * Notes where a device is reached, for as long as the session lasts: news from now on. The address goes to the person
 * who brought it last. False where the session has ended meanwhile.
 */
export const saveSubscription = (
  { knex }: Pick<Deps, "knex">,
  { userId, sessionHash }: { userId: string; sessionHash: string },
  { endpoint, keys: { p256dh, auth } }: PushSubscriptionForm,
): Promise<boolean> =>
  Model.transaction(knex, async (trx) => {
    const { rows } = await trx.raw<{ rows: { id: string }[] }>(
      `with own as (select id_hash from sessions where id_hash = :sessionHash and user_id = :userId for key share)
       insert into push_subscriptions as s (user_id, session_hash, endpoint, p256dh, auth, told)
         select :userId, id_hash, :endpoint, :p256dh, :auth,
                coalesce((select last from event_cursors where user_id = :userId), 0)
         from own
       on conflict (endpoint) do update set
         user_id = excluded.user_id, session_hash = excluded.session_hash, p256dh = excluded.p256dh,
         auth = excluded.auth, created_at = app_now(),
         told = case when s.user_id = excluded.user_id then s.told else excluded.told end
       returning id`,
      { userId, sessionHash, endpoint, p256dh, auth },
    );
    await trx.raw(
      `delete from push_subscriptions where id in (
         select id from push_subscriptions where user_id = ? order by created_at desc, id desc offset ${maxDevices})`,
      [userId],
    );
    return rows.length > 0;
  });

/** Ends a person's subscription at this address, if there is one. */
export const deleteSubscription = async (
  { knex }: Pick<Deps, "knex">,
  userId: string,
  endpoint: string,
): Promise<void> => {
  await knex("push_subscriptions").where({ user_id: userId, endpoint }).delete();
};

const everyTopic: PushTopics = { messages: true, sales: true, results: true, inquiries: true };

/** The topics of which a person wants to hear. */
export const readTopics = async ({ knex }: Pick<Deps, "knex">, userId: string): Promise<PushTopics> => {
  const chosen = await knex<PushTopics & { user_id: string }>("push_topics")
    .where({ user_id: userId })
    .first("messages", "sales", "results", "inquiries");
  return chosen ?? everyTopic;
};

/** Notes the topics of which a person wants to hear, on all devices. */
export const saveTopics = async (
  { knex }: Pick<Deps, "knex">,
  userId: string,
  topics: PushTopics,
): Promise<void> => {
  await knex.raw(
    `insert into push_topics (user_id, messages, sales, results, inquiries)
       values (:userId, :messages, :sales, :results, :inquiries)
     on conflict (user_id) do update set messages = excluded.messages, sales = excluded.sales,
       results = excluded.results, inquiries = excluded.inquiries`,
    { userId, ...topics },
  );
};

/** The devices of a session that `renew` replaces by another one, of which it gives the hash, go on in that. */
export const keepDevices = async (
  trx: Trx,
  sessionHash: string,
  renew: () => Promise<string | undefined>,
): Promise<void> => {
  const devices = await trx<{ session_hash: string }>("push_subscriptions")
    .where({ session_hash: sessionHash })
    .delete()
    .returning("*");
  const renewed = await renew();
  if (devices.length > 0 && renewed !== undefined)
    await trx("push_subscriptions").insert(devices.map((device) => ({ ...device, session_hash: renewed })));
};
