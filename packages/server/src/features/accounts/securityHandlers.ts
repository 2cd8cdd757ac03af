import type { accountSecurity } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../http/mount.ts";
import { cutPage, readCursor, withCursor } from "../../http/paging.ts";
import { endSession } from "../../http/session.ts";
import { listSecurityEvents, recordSecurityEvent } from "./securityEvents.ts";
import { endOwnSession, listSessions } from "./sessions.ts";

/** A user's sessions and security events. */
export const createAccountSecurityHandlers = (deps: Deps): Handlers<typeof accountSecurity> => ({
  sessions: ({ ctx, viewer }) => listSessions(ctx, deps, viewer.id),
  endSession: async ({ ctx, params: { sessionId }, viewer, fail }) => {
    const ended = await endOwnSession(ctx, deps, { userId: viewer.id, sessionId });
    if (!ended) return fail("NOT_FOUND");
    await recordSecurityEvent(ctx, deps.knex, viewer.id, "session_ended");
    if (ended === "current") endSession(ctx);
    return { ok: true };
  },
  events: async ({ ctx, query: { cursor, limit }, viewer }) => {
    const from = readCursor(cursor, 2);
    const rows = await withCursor(() =>
      listSecurityEvents(deps.knex, { userId: viewer.id, cursor: from, limit: limit + 1 }),
    );
    return cutPage(ctx, rows, limit, ({ createdAt, id }) => [createdAt, id]);
  },
});
