import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { platform, type Waiting } from "../client/platform.ts";
import { bePatient } from "../testing/patience.ts";
import { renderAt } from "../testing/render.tsx";
import type { startServer } from "../testing/server.ts";
import { buildReport, buildRoom, startAdminServer } from "./testing.ts";
import { useAdminNotices } from "./useAdminNotices.ts";

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
const own = { ...platform };
let waiting: Waiting | undefined;
beforeEach(() => {
  platform.showWaiting = (now) => {
    waiting = now;
  };
});
afterEach(async () => {
  Object.assign(platform, own);
  await server.close();
});

const Notices = () => {
  useAdminNotices();
  return null;
};

describe("how much waits", () => {
  it("is what the server counts, not what is on the first page", async () => {
    server = await startAdminServer({
      "/api/admin/reports": () => ({
        body: { reports: [buildReport()], counts: { all: 9, pending: 7, processed: 2 } },
      }),
      "/api/admin/chats": () => ({ body: { chatRooms: [buildRoom({ unreadCount: 2 })], unreadCount: 31 } }),
    });
    renderAt(<Notices />);
    await expect.poll(() => waiting).toEqual({ reports: 7, inquiries: 31 });
  });
});
