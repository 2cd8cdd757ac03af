import type { api, OutputOf, Penalty, Report, ReportAct } from "@knowhow/shared";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, vi } from "vitest";
import { unsentDecisions } from "../../../../client/unsentDecisions.ts";
import { renderAt } from "../../../../testing/render.tsx";
import { refuse, type FakeAnswer, type startServer } from "../../../../testing/server.ts";
import {
  admin, buildAct, buildCase, buildHistory, buildLease, buildReport, hearServer, idOf, startAdminServer,
} from "../../testing.ts"; // oxfmt-ignore
import { forgetDraft, groupName } from "../caseDrafts.ts";
import { DecisionBar } from "../DecisionBar.tsx";
import { DecisionsProvider } from "../DecisionsProvider.tsx";
import { TriageScreen } from "../TriageScreen.tsx";
import { testDevice } from "../../../../testing/platform.ts";

// jsdom has no sizes: with these the list draws its visible rows.
for (const side of ["clientHeight", "clientWidth"])
  Object.defineProperty(Element.prototype, side, { configurable: true, value: 800 });

/** The server of the test at hand. */
export let server: Awaited<ReturnType<typeof startServer>>;
afterEach(async () => {
  vi.useRealTimers();
  // An answer that comes later would end the next test's drafts.
  await waitFor(() => expect(unsentDecisions()?.count().sending ?? 0).toBe(0));
  hearServer();
  for (const { id } of [first, second, third]) forgetDraft(testDevice.textsOf(admin.id), id);
  await server.close();
});

/** The case that is opened first. */
export const first = buildReport({ id: idOf("1"), createdAt: "2026-11-20T05:06:02.000Z" });
/** Another report about the same person and content. */
export const second = buildReport({
  id: idOf("2"),
  reportReason: "spam",
  createdAt: "2026-11-20T05:06:01.000Z",
});
const third = buildReport({ id: idOf("3"), createdAt: "2026-11-20T05:06:00.000Z" });
const counts = { all: 2, pending: 2, processed: 0 };
const own = buildLease();
const other = buildLease({ adminId: idOf("f0"), nickname: "돌봄이", reason: "어제부터 보던 신고예요" });

interface Situation {
  /** Whether no choice is kept: reports about one thing are decided together. Else each is chosen to be decided alone. */
  isGrouped?: boolean;
  isLeased?: boolean;
  /** Whether the first one holds a payout. */
  holdsPayouts?: boolean;
  /** How many other reports about the first one's content are open, and the newest of all. */
  sameTarget?: number;
  voicesNow?: () => Pick<OutputOf<(typeof api)["reports"]["get"]>, "sameTarget" | "newestVoiceId">;
  /** How many voices the report itself counts. */
  voices?: number;
  /** How many warnings the person had before, asked for at each read. */
  warnings?: () => number;
  /** The first case waits for this. */
  read?: Promise<void>;
  /** The history waits for this. */
  history?: Promise<unknown>;
  /** Whether another administrator has decided about the first one. */
  isGone?: () => boolean;
  /** What stands as decided about the first one then. */
  lastAct?: ReportAct;
  /** There is a further page, which is refused for as long as this is true. */
  isMoreRefused?: () => boolean;
  /** A decision about the first one is not answered before this. */
  before?: Promise<void>;
  /** A penalty that the first one brought before it was reopened. */
  penalty?: Penalty;
  /** The answer to a decision. */
  decide?: () => FakeAnswer | undefined;
}

/** The queue: both reports, and one more behind them where there is a further page. */
const answerQueue = (
  path: string,
  { voices, isMoreRefused }: { voices: number; isMoreRefused: (() => boolean) | undefined },
): FakeAnswer => {
  const head = { body: { reports: [{ ...first, voices }, second], counts } };
  if (!isMoreRefused) return head;
  if (!path.includes("cursor="))
    return { ...head, headers: { link: '</api/admin/reports?cursor=2>; rel="next"' } };
  return isMoreRefused() ? refuse("UNAVAILABLE") : { body: { reports: [third], counts } };
};

/** The screen before a server in some situation; gives the functions to use it. */
export const startTriage = async (situation: Situation = {}) => {
  const {
    isGrouped = false,
    isLeased = false,
    holdsPayouts = false,
    warnings = () => 0,
    read,
    history,
    isGone,
    lastAct = null,
    isMoreRefused,
    before,
    decide,
    sameTarget = 1,
    voicesNow = () => ({ sameTarget }),
    voices = 1,
    penalty,
  } = situation;
  const acts = penalty ? [buildAct({ penalty }), buildAct({ kind: "reopened" })] : [];
  if (!isGrouped) for (const { id } of [first, second]) testDevice.textsOf(admin.id).keep(groupName(id), []);
  let holder = isLeased ? other : own;
  server = await startAdminServer({
    "/api/admin/reports": ({ path }) => answerQueue(path, { voices, isMoreRefused }),
    "/api/admin/reports/batch": () =>
      decide?.() ?? {
        body: { reports: [first, second].map((report) => ({ ...report, status: "dismissed" })) },
      },
    "/api/admin/reports/leases": () => ({
      body: { leases: isLeased ? [{ ...holder, reportId: first.id }] : [] },
    }),
    [`/api/admin/reports/${first.id}`]: async ({ method }) => {
      if (method === "PUT") {
        await before;
        return decide?.() ?? { body: { report: { ...first, status: "dismissed" } } };
      }
      await read;
      const state = isGone?.() ? ({ status: "dismissed", lastAct } as const) : {};
      const report: Report = { ...first, voices, holdsPayouts, ...state };
      return { body: buildCase(report, { related: [second], ...voicesNow(), acts }) };
    },
    [`/api/admin/reports/${second.id}`]: ({ method }) =>
      method === "PUT"
        ? { body: { report: { ...second, status: "dismissed" } } }
        : { body: buildCase(second, { related: [first, third], sameTarget: 2 }) },
    [`/api/admin/reports/${first.id}/lease`]: ({ body }) => {
      if (body.includes('"takeOver":true')) holder = own;
      return holder === own ? { body: { lease: own } } : refuse("LEASED", { lease: holder });
    },
    [`/api/admin/reports/${second.id}/lease`]: () => ({ body: { lease: own } }),
    [`/api/admin/reports/${third.id}/lease`]: () => ({ body: { lease: own } }),
    "/api/auth/verify-password": () => ({ body: { ok: true } }),
    "/api/admin/users": async () => {
      await history;
      return { body: buildHistory({ warningCount: warnings() }) };
    },
  });
  const user = userEvent.setup();
  const view = renderAt(
    <DecisionsProvider personId={admin.id}>
      <TriageScreen />
      <DecisionBar />
    </DecisionsProvider>,
    "/admin",
  );
  await screen.findAllByText("민수 → 지현 · 여행 영어");
  const { router, queryClient } = view;
  return {
    user,
    path: () => router.state.location.pathname,
    search: () => router.state.location.search,
    go: (to: string) => act(() => router.navigate(to)),
    /** Reads everything on the screen anew. */
    refetchHistory: () => act(() => queryClient.refetchQueries({ type: "active" })),
  };
};

/** Presses a key at the focused element. */
export const press = (code: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { code, ...more });
/** Opens the first case, and waits for the person's sanction status. */
export const openFirst = async () => {
  press("KeyJ");
  await screen.findByRole("form", { name: "신고 처리" });
  await screen.findByText("권장 조치:", { exact: false });
};
/** Decides about the open case by a warning. */
export const warn = async (reason = "광고 반복") => {
  press("Digit3");
  fireEvent.change(await screen.findByLabelText(/제재 사유/), { target: { value: reason } });
  press("Enter", { ctrlKey: true });
};
/** The requests to the server, without reads and leases. */
export const decided = () =>
  server.asked
    .filter(({ method, path }) => /^(PUT|POST)$/.test(method) && !path.includes("lease"))
    .map(({ method, path, body }) => [method, path, JSON.parse(body) as unknown]);
