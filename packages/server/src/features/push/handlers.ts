import type { push } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../http/mount.ts";
import { currentSessionHash } from "../../http/session.ts";
import { deleteSubscription, readTopics, saveSubscription, saveTopics } from "./subscriptions.ts";

/** Answers the calls about notifications for devices. */
export const createPushHandlers = (deps: Deps): Handlers<typeof push> => ({
  key: async ({ viewer }) => ({
    publicKey: deps.push?.publicKey ?? null,
    topics: await readTopics(deps, viewer.id),
  }),
  subscribe: async ({ ctx, viewer, body: { subscription }, fail }) => {
    if (deps.push?.accepts(subscription) !== true)
      return fail("VALIDATION", { fields: { subscription: "알 수 없는 알림 서비스입니다." } });
    const owner = { userId: viewer.id, sessionHash: currentSessionHash(ctx) ?? "" };
    return { ok: await saveSubscription(deps, owner, subscription) };
  },
  unsubscribe: async ({ viewer, body: { subscription } }) => {
    await deleteSubscription(deps, viewer.id, subscription.endpoint);
    return { ok: true };
  },
  chooseTopics: async ({ viewer, body }) => {
    await saveTopics(deps, viewer.id, body);
    return { topics: await readTopics(deps, viewer.id) };
  },
});
