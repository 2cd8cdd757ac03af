import type { Deps } from "../../deps.ts";
import type { PushTarget } from "../../gateways/webPush.ts";
import { composeNotifications, type DueEvent, type DueNotification } from "./notifications.ts";
import { readTopics } from "./subscriptions.ts";

interface Device extends PushTarget {
  id: string;
  told: number;
}

/** A device that was away for long is told of the newest alone. */
const maxNotifications = 5;

/**
 * Tells the devices of a person whose sessions last of the events that none of them was told of yet. A device that a
 * killed process had told is told again, which replaces what it shows; what a push service does not take after three tries
 * is left out, since the app shows it once it is opened.
 */
export const tellDevices = async (
  { knex, push, log }: Pick<Deps, "knex" | "push" | "log">,
  userId: string,
): Promise<void> => {
  if (!push) return;
  const { rows: devices } = await knex.raw<{ rows: Device[] }>(
    `select p.id, p.endpoint, p.p256dh, p.auth, p.told::float8 as told
     from push_subscriptions p join sessions s on s.id_hash = p.session_hash
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
    ({ topic }) => topics[topic],
  );

  const tell = async (device: Device): Promise<void> => {
    const due = notifications.filter(({ seq }) => seq > device.told).slice(-maxNotifications);
    const outcomes = await Promise.all(
      due.map((notification) => push.send(device, withoutTopic(notification))),
    );
    if (outcomes.includes("gone")) await knex("push_subscriptions").where({ id: device.id }).delete();
    else
      await knex.raw("update push_subscriptions set told = greatest(told, ?) where id = ?", [
        last,
        device.id,
      ]);
    const failed = outcomes.filter((outcome) => outcome === "refused" || outcome === "unavailable");
    if (failed.length > 0)
      log.warn({ service: new URL(device.endpoint).host, outcomes: failed }, "notification not sent");
  };
  await Promise.all(devices.map(tell));
};

const withoutTopic = ({ title, body, path, tag }: DueNotification) => ({ title, body, path, tag });
