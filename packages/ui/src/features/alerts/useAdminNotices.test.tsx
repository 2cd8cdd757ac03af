import { act } from "@testing-library/react";
import type { InquiryRoom, Report } from "@knowhow/shared";
import type { WaitingCount } from "@knowhow/shared/ipc.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Notice } from "../../client/platform.tsx";
import { hearNews, tellNews } from "../../testing/news.ts";
import { bePatient } from "../../testing/patience.ts";
import { renderAt } from "../../testing/render.tsx";
import type { startServer } from "../../testing/server.ts";
import { PayoutsScreen } from "../admin/payouts/PayoutsScreen.tsx";
import { buildReport, buildRoom, idOf, startAdminServer } from "../admin/testing.ts";
import { useAdminNotices } from "./useAdminNotices.ts";
import { resetPlatform, testPlatform } from "../../testing/platform.ts";

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
let waiting: WaitingCount | undefined;
let told: Notice[] = [];
let stopHearing: () => void;
beforeEach(() => {
  stopHearing = hearNews();
  told = [];
  waiting = undefined;
  testPlatform.notify = (notice) => told.push(notice);
  testPlatform.showWaiting = (now) => {
    waiting = now;
  };
});
afterEach(async () => {
  stopHearing();
  resetPlatform();
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
      "/api/admin/alerts": () => ({ body: { alerts: [], counts: { open: 4 } } }),
    });
    renderAt(<Notices />);
    await expect.poll(() => waiting).toEqual({ reports: 7, inquiries: 31, alerts: 4 });
  });
});

describe("an alert", () => {
  it("is counted as soon as the server tells of it", async () => {
    let open = 1;
    server = await startAdminServer({
      "/api/admin/reports": () => ({ body: { reports: [], counts: { all: 0, pending: 0, processed: 0 } } }),
      "/api/admin/chats": () => ({ body: { chatRooms: [], unreadCount: 0 } }),
      "/api/admin/alerts": () => ({ body: { alerts: [], counts: { open } } }),
    });
    renderAt(<Notices />);
    await expect.poll(() => waiting?.alerts).toBe(1);
    open = 2;
    await act(async () => tellNews("alert", {}));
    await expect.poll(() => waiting?.alerts, { timeout: 5_000 }).toBe(2);
  });
});

describe("an order that is given back elsewhere", () => {
  it("has the shown payouts read anew, which other news do not", async () => {
    server = await startAdminServer({
      "/api/admin/reports": () => ({ body: { reports: [], counts: { all: 0, pending: 0, processed: 0 } } }),
      "/api/admin/chats": () => ({ body: { chatRooms: [], unreadCount: 0 } }),
      "/api/admin/settlements": () => ({ body: { settlements: [] } }),
    });
    const reads = () => server.asked.filter(({ path }) => path.startsWith("/api/admin/settlements")).length;
    renderAt(
      <>
        <Notices />
        <PayoutsScreen />
      </>,
    );
    await expect.poll(reads).toBe(1);
    // News are heard from then on.
    await expect.poll(() => waiting).toBeDefined();
    tellNews("alert");
    tellNews("order", { orderNumber: "KH-1", status: "refunded" });
    // Sooner than they are polled.
    await expect.poll(reads, { timeout: 5_000 }).toBe(2);
    tellNews("resync");
    await expect.poll(reads, { timeout: 5_000 }).toBe(3);
  });
});

describe("what came in while nothing was heard", () => {
  const at = (second: number) => `2026-11-20T05:06:${String(second).padStart(2, "0")}.000Z`;
  const reportAt = (second: number) =>
    buildReport({
      id: idOf(`a${second}`),
      createdAt: at(second),
      reporter: { id: idOf("a"), nickname: `신고자${second}` },
    });
  const roomAt = (second: number) =>
    buildRoom({
      id: idOf(`b${second}`),
      userNickname: `손님${second}`,
      lastMessage: { message: "있나요?", createdAt: at(second) },
      unreadCount: 1,
    });
  /** Begins with one report and one inquiry, of which there are no news any more. */
  const start = async () => {
    const now: { reports: Report[]; rooms: InquiryRoom[]; isRefused: boolean; until?: Promise<void> } = {
      reports: [reportAt(1)],
      rooms: [roomAt(1)],
      isRefused: false,
    };
    const refused = { status: 503, body: { code: "UNAVAILABLE", message: "잠시 후 다시" } };
    server = await startAdminServer({
      "/api/admin/reports": () =>
        now.isRefused
          ? refused
          : { body: { reports: now.reports, counts: { all: 9, pending: 7, processed: 2 } } },
      "/api/admin/chats": async () => {
        await now.until;
        return now.isRefused ? refused : { body: { chatRooms: now.rooms } };
      },
    });
    const { queryClient, unmount } = renderAt(<Notices />);
    await expect.poll(() => waiting).toBeDefined();
    // Told in turn: news of a report that does not wait any more are followed after the beginning.
    tellNews("report", { id: idOf("a0") });
    await expect.poll(() => server.asked.some(({ path }) => path.endsWith("&limit=10"))).toBe(true);
    expect(told).toEqual([]);
    return { now, queryClient, unmount };
  };

  it("is told in one notice, what was told already left out", async () => {
    const { now } = await start();
    now.reports = [reportAt(2), ...now.reports];
    tellNews("report", { id: idOf("a2") });
    await expect.poll(() => told.map(({ path }) => path)).toEqual([`/reports/${idOf("a2")}`]);
    now.reports = [reportAt(4), reportAt(3), ...now.reports];
    now.rooms = [roomAt(5), { ...roomAt(6), unreadCount: 0 }, ...now.rooms];
    tellNews("resync");
    await expect
      .poll(() => told.slice(1))
      .toEqual([
        {
          title: "연결이 끊긴 동안 새 신고 2건, 새 문의 1건",
          body: "신고자4 → 지현, 신고자3 → 지현, 손님5",
          path: "/admin",
        },
      ]);
    // Neither its own news nor another start of the stream announces it again.
    tellNews("report", { id: idOf("a4") });
    tellNews("message", { kind: "admin", roomId: idOf("b5"), id: idOf("c") });
    tellNews("resync");
    now.rooms = [roomAt(7), ...now.rooms];
    tellNews("message", { kind: "admin", roomId: idOf("b7"), id: idOf("c") });
    await expect.poll(() => told.slice(2).map(({ title }) => title)).toEqual(["새 문의: 손님7"]);
  });

  it("is told to no administrator who has left before the answer", async () => {
    const { now, queryClient, unmount } = await start();
    now.rooms = [roomAt(3), ...now.rooms];
    let answer: () => void = () => undefined;
    now.until = new Promise((resolve) => (answer = resolve));
    const missed = () => queryClient.getQueryState(["missed"])?.fetchStatus;
    tellNews("resync");
    await expect.poll(missed).toBe("fetching");
    unmount();
    answer();
    await expect.poll(missed).not.toBe("fetching");
    expect(told).toEqual([]);
  });

  it("is named where it is one thing, also when the server answers late", async () => {
    const { now } = await start();
    now.rooms = [roomAt(3), ...now.rooms];
    now.isRefused = true;
    const chatsAsked = () => server.asked.filter(({ path }) => path.startsWith("/api/admin/chats")).length;
    const before = chatsAsked();
    tellNews("resync");
    await expect.poll(chatsAsked).toBeGreaterThan(before);
    now.isRefused = false;
    await expect
      .poll(() => told)
      .toEqual([{ title: "새 문의: 손님3", body: "있나요?", path: `/admin-chats?room=${idOf("b3")}` }]);
  });
});
