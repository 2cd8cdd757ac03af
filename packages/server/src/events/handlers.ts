import type { events } from "@knowhow/shared";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/mount.ts";
import { stateOf } from "../http/state.ts";

/** Answers the calls about news. */
export const createEventHandlers = ({ events: hub }: Pick<Deps, "events">): Handlers<typeof events> => ({
  async stream({ ctx, viewer }) {
    const { sessionHash = "" } = stateOf(ctx);
    const body = await hub.open({
      userId: viewer.id,
      isAdmin: viewer.isAdmin,
      sessionHash,
      lastEventId: ctx.get("last-event-id").trim(),
    });
    ctx.status = 200;
    ctx.type = "text/event-stream";
    ctx.set({ "Cache-Control": "no-store", "X-Accel-Buffering": "no" });
    ctx.body = body;
  },
});
