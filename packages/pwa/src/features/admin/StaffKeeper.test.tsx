import { act, fireEvent, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { useLocation } from "react-router-dom";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import type { startServer } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { NoticesButton } from "./NoticesButton.tsx";
import { StaffKeeper } from "./StaffKeeper.tsx";
import { undoMs } from "@knowhow/ui/features/admin/triage/decisions.ts";
import {
  buildCase,
  buildHistory,
  buildLease,
  buildReport,
  idOf,
  startAdminServer,
} from "@knowhow/ui/features/admin/testing.ts";
import { TriagePage } from "./triage/TriagePage.tsx";

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await server.close();
});

const report = buildReport();
const bystander = buildReport({ id: idOf("2"), contentId: idOf("c2") });
const press = (code: string, more: object = {}) => fireEvent.keyDown(document.body, { code, ...more });

describe("an administrator in the web app", () => {
  it("has the case at its address, and the decision on every page until it is sent", async () => {
    server = await startAdminServer({
      "/api/admin/reports": () => ({
        body: { reports: [report], counts: { all: 1, pending: 1, processed: 0 } },
      }),
      "/api/admin/reports/leases": () => ({ body: { leases: [] } }),
      [`/api/admin/reports/${report.id}`]: () => ({ body: buildCase(report) }),
      [`/api/admin/reports/${report.id}/lease`]: () => ({ body: { lease: buildLease() } }),
      "/api/admin/users": () => ({ body: buildHistory() }),
      "/api/admin/chats": () => ({ body: { chatRooms: [] } }),
    });
    /** As in the layout: beside the screen, which changes. */
    const App = () => (
      <>
        <StaffKeeper />
        {useLocation().pathname === "/market" ? <p>마켓</p> : <TriagePage />}
      </>
    );
    const { router } = renderAt(<App />, `/reports/${report.id}`);
    await screen.findByText("권장 조치:", { exact: false });
    press("Digit1");
    press("Enter", { ctrlKey: true });
    const bar = within(await screen.findByRole("region", { name: "보내기 전인 결정" }));
    await bar.findByText("지현 · 기각됨");
    await expect.poll(() => router.state.location.pathname).toBe("/reports");
    await act(() => router.navigate("/market"));
    await screen.findByText("마켓");
    bar.getByText("지현 · 기각됨");
    press("KeyU");
    await expect.poll(() => router.state.location.pathname).toBe(`/reports/${report.id}`);
  });

  it("is asked before the page goes with a decision, which is sent where it goes all the same", async () => {
    const answer = () => ({ body: { report: { ...report, status: "dismissed" } } });
    server = await startAdminServer({
      "/api/admin/reports": () => ({
        body: { reports: [report, bystander], counts: { all: 2, pending: 2, processed: 0 } },
      }),
      "/api/admin/reports/leases": () => ({ body: { leases: [] } }),
      [`/api/admin/reports/${report.id}`]: ({ method }) =>
        method === "PUT" ? answer() : { body: buildCase(report) },
      [`/api/admin/reports/${report.id}/lease`]: () => ({ body: { lease: buildLease() } }),
      [`/api/admin/reports/${bystander.id}`]: () => ({ body: buildCase(bystander) }),
      [`/api/admin/reports/${bystander.id}/lease`]: () => ({ body: { lease: buildLease() } }),
      "/api/admin/users": () => ({ body: buildHistory() }),
      "/api/admin/chats": () => ({ body: { chatRooms: [] } }),
    });
    const asksBeforeClosing = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    const sent = () =>
      server.asked.filter(({ method }) => method === "PUT").filter(({ path }) => !path.includes("lease"));
    const fetched = vi.spyOn(globalThis, "fetch");
    renderAt(
      <>
        <StaffKeeper />
        <TriagePage />
      </>,
      `/reports/${report.id}`,
    );
    await screen.findByText("권장 조치:", { exact: false });
    expect(asksBeforeClosing()).toBe(false);
    press("Digit1");
    press("Enter", { ctrlKey: true });
    const bar = within(await screen.findByRole("region", { name: "보내기 전인 결정" }));
    await bar.findByText("지현 · 기각됨");
    bar.getByText("이 창을 닫으면 기다리지 않고 바로 보내요.");
    expect([asksBeforeClosing(), sent().length]).toEqual([true, 0]);
    window.dispatchEvent(new Event("pagehide"));
    await expect.poll(() => sent().map(({ path }) => path)).toEqual([`/api/admin/reports/${report.id}`]);
    const putting = fetched.mock.calls.find(
      ([address, request]) =>
        request?.method === "PUT" && typeof address === "string" && address.endsWith(`/reports/${report.id}`),
    );
    expect(putting?.[1]?.keepalive).toBe(true);
    await expect.poll(() => bar.queryByText("지현 · 기각됨")).toBeNull();
    expect(asksBeforeClosing()).toBe(false);
    // The decision is sent once, also if the page hides again.
    window.dispatchEvent(new Event("pagehide"));
    expect(sent()).toHaveLength(1);
    fetched.mockRestore();
  });

  it("is told which of several about one person may not be decided, and has sent what waits for another", async () => {
    let answerFirst: (() => void) | undefined;
    const gate = new Promise<void>((resolve) => (answerFirst = resolve));
    const answerCase =
      (one: typeof report, before?: Promise<void>) =>
      async ({ method }: { method: string }) => {
        if (method !== "PUT") return { body: buildCase(one) };
        await before;
        return { body: { report: { ...one, status: "resolved" } } };
      };
    server = await startAdminServer({
      "/api/admin/reports": () => ({
        body: { reports: [report, bystander], counts: { all: 2, pending: 2, processed: 0 } },
      }),
      "/api/admin/reports/leases": () => ({ body: { leases: [] } }),
      [`/api/admin/reports/${report.id}`]: answerCase(report, gate),
      [`/api/admin/reports/${bystander.id}`]: answerCase(bystander),
      [`/api/admin/reports/${report.id}/lease`]: () => ({ body: { lease: buildLease() } }),
      [`/api/admin/reports/${bystander.id}/lease`]: () => ({ body: { lease: buildLease() } }),
      "/api/admin/users": () => ({ body: buildHistory() }),
      "/api/admin/chats": () => ({ body: { chatRooms: [] } }),
    });
    const asksBeforeClosing = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    const sent = () =>
      server.asked
        .filter(({ method, path }) => method === "PUT" && !path.includes("lease"))
        .map(({ path }) => path);
    const { router } = renderAt(
      <>
        <StaffKeeper />
        <TriagePage />
      </>,
      `/reports/${report.id}`,
    );
    const warn = async () => {
      await screen.findByText("권장 조치:", { exact: false });
      press("Digit3");
      fireEvent.change(await screen.findByLabelText(/제재 사유/), { target: { value: "광고 반복" } });
      press("Enter", { ctrlKey: true });
    };
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await warn();
    await screen.findByText("이 창을 닫으면 기다리지 않고 바로 보내요.");
    await act(() => router.navigate(`/reports/${bystander.id}`));
    await screen.findByText("아직 처리되지 않은 제재 1건을 더해 세었어요.");
    await warn();
    await screen.findByText(
      "이 창을 닫으면 기다리지 않고 바로 보내요. 앞선 제재의 결과에 달린 1건은 처리되지 않을 수 있어요.",
    );
    await act(() => vi.advanceTimersByTimeAsync(undoMs));
    await expect.poll(sent).toEqual([`/api/admin/reports/${report.id}`]);
    await screen.findByText("이 창을 닫으면 앞선 제재의 결과에 달린 1건은 처리되지 않을 수 있어요.");
    expect(asksBeforeClosing()).toBe(true);
    act(() => void window.dispatchEvent(new Event("pagehide")));
    const both = [report, bystander].map(({ id }) => `/api/admin/reports/${id}`);
    await expect.poll(sent).toEqual(both);
    await expect.poll(asksBeforeClosing).toBe(false);
    answerFirst?.();
    await expect.poll(() => screen.queryByRole("region", { name: "보내기 전인 결정" })?.textContent).toBe("");
    expect(sent()).toEqual(both);
  });

  it("is who has the case to themselves", async () => {
    server = await startAdminServer({ "/api/auth/me": () => ({ body: { user: buildUser() } }) });
    const { router } = renderAt(
      <>
        <StaffKeeper />
        <TriagePage />
      </>,
      `/reports/${report.id}`,
      "/reports/:reportId",
    );
    expect(await screen.findByText("접근 권한 없음")).toBeInTheDocument();
    expect(router.state.location.pathname).toBe("/");
    expect(server.asked.map(({ path }) => path)).toEqual(["/api/auth/me"]);
  });

  it("is asked for notifications by a press alone, and not again", async () => {
    server = await startAdminServer({});
    const requestPermission = vi.fn(async () => "granted");
    vi.stubGlobal("Notification", Object.assign(vi.fn(), { permission: "default", requestPermission }));
    renderAt(<NoticesButton />);
    const button = screen.getByRole("button", { name: "브라우저 알림 받기" });
    expect(requestPermission).not.toHaveBeenCalled();
    await userEvent.setup().click(button);
    expect(await screen.findByText("브라우저 알림을 켰어요")).toBeInTheDocument();
    expect(requestPermission).toHaveBeenCalledOnce();
    expect(screen.queryByRole("button", { name: "브라우저 알림 받기" })).toBeNull();
  });
});
