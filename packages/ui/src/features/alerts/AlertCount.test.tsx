import { act, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { idOf, startAdminServer } from "../admin/testing.ts";
import { client } from "../../client/client.ts";
import { bePatient } from "../../testing/patience.ts";
import { renderAt } from "../../testing/render.tsx";
import type { startServer } from "../../testing/server.ts";
import { AlertCount } from "./AlertCount.tsx";
import { useAlertNotices } from "./useAlertNotices.ts";
import { testPlatform } from "../../testing/platform.ts";

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const call = (id: string, kind: string) => ({
  id: idOf(id),
  kind,
  subject: id,
  detail: [],
  createdAt: new Date().toISOString(),
  resolvedAt: null,
  note: null,
});

const Bar = () => {
  useAlertNotices();
  return <AlertCount />;
};

it("counts what nobody has looked at, and tells of what has come since", async () => {
  const notify = vi.spyOn(testPlatform, "notify").mockReturnValue();
  let alerts = [call("1", "ORDER_STUCK")];
  server = await startAdminServer({
    "/api/admin/alerts": () => ({ body: { alerts, counts: { open: alerts.length } } }),
  });
  const { queryClient } = renderAt(<Bar />);
  expect(await screen.findByLabelText("확인할 알림 1건")).toHaveTextContent("1");
  expect(notify).not.toHaveBeenCalled();
  alerts = [call("2", "PAYOUT_FAILED"), ...alerts];
  await act(() => queryClient.refetchQueries({ queryKey: [client.alerts.list.contract.path] }));
  expect(await screen.findByLabelText("확인할 알림 2건")).toBeVisible();
  expect(notify.mock.calls).toEqual([
    [{ title: "새 알림", body: "정산 지급이 실패했어요", path: "/alerts" }],
  ]);
});
