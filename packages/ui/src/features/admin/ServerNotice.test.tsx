import { act, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { client } from "../../client/client.ts";
import { useEndpoint } from "../../client/queries.ts";
import { useMe } from "../../client/session.ts";
import { bePatient } from "../../testing/patience.ts";
import { renderAt } from "../../testing/render.tsx";
import type { startServer } from "../../testing/server.ts";
import { ServerNotice } from "./ServerNotice.tsx";
import { admin, hearServer, startAdminServer } from "./testing.ts";

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(async () => {
  vi.useRealTimers();
  hearServer();
  await server.close();
});

const Looking = () => {
  const { user } = useMe();
  const leases = useEndpoint(client.reports.leases, {});
  return (
    <>
      <ServerNotice />
      <p>{user?.nickname ?? "아무도 없음"}</p>
      <p>{leases.data ? "읽음" : "못 읽음"}</p>
    </>
  );
};

describe("a server that is away", () => {
  it("is said to be, and what could not be read is read by itself when it is back", async () => {
    let isAway = true;
    server = await startAdminServer({
      "/healthz": () => (isAway ? { isLost: true } : { body: { status: "ok" } }),
      "/api/auth/me": () => (isAway ? { isLost: true } : { body: { user: admin } }),
      "/api/admin/reports/leases": () => (isAway ? { isLost: true } : { body: { leases: [] } }),
    });
    renderAt(<Looking />);
    expect(await screen.findByText("서버에 연결할 수 없어요. 다시 연결되면 바로 이어져요.")).toBeVisible();
    isAway = false;
    expect(await screen.findByText(admin.nickname)).toBeVisible();
    expect(await screen.findByText("읽음")).toBeVisible();
    expect(screen.queryByText(/서버에 연결할 수 없어요/)).toBeNull();
  });

  it("leaves on the screen what was read before, with its age", async () => {
    let isAway = false;
    server = await startAdminServer({
      "/healthz": () => ({ isLost: true }),
      "/api/admin/reports/leases": () => (isAway ? { isLost: true } : { body: { leases: [] } }),
    });
    const { queryClient } = renderAt(<Looking />);
    await screen.findByText("읽음");
    expect(screen.queryByText(/서버에 연결할 수 없어요/)).toBeNull();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3 * 60_000 });
    isAway = true;
    await act(() => queryClient.refetchQueries({ queryKey: [client.reports.leases.contract.path] }));
    expect(await screen.findByText(/서버에 연결할 수 없어요. 3분 전에 받은 내용이에요./)).toBeVisible();
    expect(screen.getByText("읽음")).toBeVisible();
  });
});
