import { fireEvent, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { idOf, startAdminServer } from "../admin/testing.ts";
import { bePatient } from "../../testing/patience.ts";
import { renderAt } from "../../testing/render.tsx";
import type { startServer } from "../../testing/server.ts";
import { AlertsScreen } from "./AlertsScreen.tsx";

bePatient();

const buildAlert = (id: string, kind: string) => ({
  id: idOf(id),
  kind,
  subject: idOf(`${id}1`),
  detail: [{ name: "code", value: "E1" }],
  createdAt: new Date().toISOString(),
  resolvedAt: null,
  note: null,
});

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

describe("what calls for an administrator", () => {
  it("is looked at, or a failed payout is tried again, each with its reason", async () => {
    const failed = buildAlert("a", "PAYOUT_FAILED");
    const stuck = buildAlert("b", "ORDER_STUCK");
    const sent: [string, unknown][] = [];
    const refusals = [
      { code: "NOT_FAILED", message: "지급에 실패한 정산만 다시 지급할 수 있습니다." },
      { code: "STANDING_CHANGED", message: "보류 사유가 바뀌었습니다." },
    ].map((body) => ({ status: 409, body }));
    let reads = 0;
    const note = ({ path, body }: { path: string; body: string }) => void sent.push([path, JSON.parse(body)]);
    server = await startAdminServer({
      "/api/admin/alerts": () => {
        reads += 1;
        return { body: { alerts: [failed, stuck] } };
      },
      [`/api/admin/alerts/${stuck.id}`]: (asked) => {
        note(asked);
        return { body: { alert: stuck } };
      },
      [`/api/admin/settlements/${failed.subject}`]: (asked) => {
        note(asked);
        return refusals.shift() ?? {};
      },
    });
    const user = userEvent.setup();
    renderAt(<AlertsScreen />);
    const list = within(await screen.findByRole("region", { name: "알림 목록" }));
    expect(list.getAllByRole("button", { name: "다시 지급" })).toHaveLength(1);
    await user.click(list.getByRole("button", { name: "다시 지급" }));
    const dialog = within(await screen.findByRole("dialog", { name: "정산 다시 지급" }));
    await user.click(dialog.getByRole("button", { name: "다시 지급" }));
    expect(sent).toEqual([]);
    await user.type(dialog.getByRole("textbox", { name: "다시 지급하는 이유" }), "계좌를 고쳤어요");
    await user.click(dialog.getByRole("button", { name: "다시 지급" }));
    expect(await dialog.findByText("지급에 실패한 정산만 다시 지급할 수 있습니다.")).toBeInTheDocument();
    const readsBefore = reads;
    await user.click(dialog.getByRole("button", { name: "다시 지급" }));
    expect(await dialog.findByText("보류 사유가 바뀌었습니다.")).toBeInTheDocument();
    await expect.poll(() => reads).toBeGreaterThan(readsBefore);
    await user.keyboard("{Escape}");
    await user.click(list.getAllByRole("button", { name: "확인하기" })[1] ?? document.body);
    const looked = within(await screen.findByRole("dialog", { name: "알림 확인" }));
    await user.type(looked.getByRole("textbox", { name: "확인한 내용" }), "결제사에서 확인");
    await user.click(looked.getByRole("button", { name: "확인 완료" }));
    expect(await screen.findByText("알림을 확인했어요")).toBeInTheDocument();
    const retry = [
      `/api/admin/settlements/${failed.subject}`,
      { status: "pending", scope: "settlement", reason: "계좌를 고쳤어요", expected: { holds: [] } },
    ];
    expect(sent).toEqual([
      retry,
      retry,
      [`/api/admin/alerts/${stuck.id}`, { resolved: true, note: "결제사에서 확인" }],
    ]);
  });

  it("leads to the refunds from both calls about one, and from no other", async () => {
    const alerts = ["REFUND_REFUSED", "ORDER_STUCK", "REFUND_OVERDUE"].map((kind, at) =>
      buildAlert(`${at + 1}`, kind),
    );
    server = await startAdminServer({ "/api/admin/alerts": () => ({ body: { alerts } }) });
    renderAt(<AlertsScreen />);
    const links = await screen.findAllByRole("link", { name: "환불 보기" });
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/refunds", "/refunds"]);
    // A request that was taken back is in no queue: its payout is held.
    expect(screen.getAllByRole("link", { name: "정산 보기" })).toHaveLength(1);
    expect(screen.getByText("결제사가 환불을 거절했어요")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "관리자 대시보드" })).toHaveAttribute("href", "/admin");
  });

  it("is gone through and dealt with by keys", async () => {
    const [failed, stuck] = [buildAlert("a", "PAYOUT_FAILED"), buildAlert("b", "ORDER_STUCK")];
    server = await startAdminServer({ "/api/admin/alerts": () => ({ body: { alerts: [failed, stuck] } }) });
    const user = userEvent.setup();
    renderAt(<AlertsScreen />);
    await screen.findByRole("button", { name: "다시 지급" });
    const press = (code: string) => fireEvent.keyDown(document.body, { code });
    press("KeyE");
    expect(screen.queryByRole("dialog")).toBeNull();
    press("KeyJ");
    press("KeyJ");
    press("KeyP");
    expect(screen.queryByRole("dialog")).toBeNull();
    press("KeyE");
    await screen.findByRole("dialog", { name: "알림 확인" });
    await user.keyboard("{Escape}");
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    press("KeyK");
    press("KeyP");
    await screen.findByRole("dialog", { name: "정산 다시 지급" });
  });
});
