import type { Deps } from "../../deps.ts";
import type { PushTarget } from "../../gateways/webPush.ts";
import type { JobPayloads } from "../../jobs/jobs.ts";
import { composeNotifications, type DueEvent } from "./notifications.ts";
import { readTopics } from "./subscriptions.ts";

interface Device extends PushTarget {
  id: string;
  told: number;
  isBanned: boolean;
}

/** A device that was away for long is told of the newest alone. */
const maxNotifications = 5;
/** Seconds after which an ill service is asked again; then no more, since the app shows the news once it is opened. */
const pauses = [15, 60];
/** As queued with the events: after what moves money. */
const priority = 10;

/**
 * Sends each of a person's devices the events that it was not told of yet, while its session lasts. A process that is
 * killed in between sends again, which replaces the notification that is shown.
 */
export const deliverNews = async (
  { knex, push, addJob }: Pick<Deps, "knex" | "push" | "addJob">,
  { userId, tries = 0 }: JobPayloads["pushNews"],
): Promise<void> => {
  if (!push) return;
  const { rows: devices } = await knex.raw<{ rows: Device[] }>(
    `select p.id, p.endpoint, p.p256dh, p.auth, p.told::float8 as told, u.is_banned = 1 as "isBanned"
     from push_subscriptions p join sessions s on s.id_hash = p.session_hash join users u on u.id = p.user_id
     where p.user_id = ? and s.user_id = p.user_id and s.expires_at > app_now()`,
    [userId],
  );
  if (devices.length === 0) return;
  const { rows: events } = await knex.raw<{ rows: DueEvent[] }>(
    `select seq::float8 as seq, name, data from events where user_id = ? and seq > ? order by seq`,
    [userId, Math.min(...devices.map(({ told }) => told))],
  );
  const last = events.at(-1)?.seq;
  if (last === undefined) return;
  const topics = await readTopics({ knex }, userId);
  const notifications = (await composeNotifications(knex, userId, events)).filter(
    ({ topic, isOpenToBanned }) => topics[topic] && (isOpenToBanned || !devices[0]?.isBanned),
  );

  /** Tells one device; false where its service is ill. */
  const tell = async (device: Device): Promise<boolean> => {
    let told = last;
    const due = notifications.filter(({ seq }) => seq > device.told).slice(-maxNotifications);
    for (const { seq, message } of due) {
      const outcome = await push.send(device, message);
      if (outcome === "gone") {
        await knex("push_subscriptions").where({ id: device.id }).delete();
        return true;
      }
      if (outcome === "unavailable") {
        told = seq - 1;
        break;
      }
    }
    await knex.raw("update push_subscriptions set told = greatest(told, ?) where id = ?", [told, device.id]);
    return told === last;
  };
  const isAllTold = (await Promise.all(devices.map(tell))).every(Boolean);
  const pause = pauses[tries];
  if (isAllTold || pause === undefined) return;
  await addJob(
    knex,
    "pushNews",
    { userId, tries: tries + 1 },
    { afterSeconds: pause, priority, key: `push again ${userId}` },
  );
};
