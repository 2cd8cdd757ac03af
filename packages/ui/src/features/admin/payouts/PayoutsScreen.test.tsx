import type { AdminSettlement } from "@knowhow/shared";
import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { bePatient } from "../../../testing/patience.ts";
import { renderAt } from "../../../testing/render.tsx";
import type { startServer } from "../../../testing/server.ts";
import { idOf, startAdminServer } from "../testing.ts";
import { PayoutsScreen } from "./PayoutsScreen.tsx";

bePatient();

const reportHold = (id: string) => ({
  id: `report:${id}`,
  kind: "report" as const,
  reason: null,
  at: "2026-11-21T05:06:00.000Z",
});

const build = (id: string, given: Partial<AdminSettlement> = {}): AdminSettlement => ({
  id: idOf(id),
  orderNumber: `KH-${id}`,
  contentTitle: "여행 영어",
  seller: { id: idOf(`${id}1`), nickname: "판매자" },
  buyer: { id: idOf(`${id}2`), nickname: "구매자" },
  paidAmount: 10_500,
  partCancelled: 0,
  amount: 9_500,
  clawbackAmount: 0,
  recoveredAmount: 0,
  closedAmount: 0,
  shortfallAmount: 0,
  status: "pending",
  heldReason: null,
  sellerHoldReason: null,
  isHeldByHand: false,
  isSellerHeld: false,
  isReleasable: false,
  holds: [],
  createdAt: "2026-11-21T05:06:00.000Z",
  payableAt: "2026-11-28T05:06:00.000Z",
  payoutDay: "2026-11-28",
  heldUntil: null,
  withheldAmount: 0,
  settledAt: null,
  decisions: [],
  ...given,
});

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

it("finds a payout, holds it with a reason and lets another go", async () => {
  const [waiting, held] = [
    build("a"),
    build("b", {
      status: "held",
      heldReason: "접수된 신고를 확인하고 있습니다.",
      isReleasable: true,
      holds: [reportHold("1")],
    }),
  ];
  const sent: unknown[] = [];
  const asked: string[] = [];
  const decided = ({ path, body }: { path: string; body: string }) => {
    sent.push([path, JSON.parse(body)]);
    return { body: { settlement: waiting } };
  };
  server = await startAdminServer({
    "/api/admin/settlements": ({ path }) => {
      asked.push(path);
      return { body: { settlements: [waiting, held] } };
    },
    [`/api/admin/settlements/${waiting.id}`]: decided,
    [`/api/admin/settlements/${held.id}`]: decided,
  });
  const user = userEvent.setup();
  renderAt(<PayoutsScreen />, "/payouts");
  await screen.findByRole("region", { name: "정산 목록" });
  // A held payout shows no day, as its seller sees it.
  expect(screen.getByText(/입금일 미정$/)).toBeInTheDocument();
  expect(screen.getAllByText(/2026년 11월 28일/)).toHaveLength(1);
  expect(screen.queryByRole("button", { name: "보류 풀기: KH-a" })).toBeNull();
  expect(screen.getByRole("button", { name: "보류: KH-a" })).toHaveClass("MuiButton-outlined");
  expect(screen.getByRole("button", { name: "보류 풀기: KH-b" })).toHaveClass("MuiButton-contained");
  await user.click(screen.getByRole("button", { name: "보류: KH-a" }));
  const dialog = within(await screen.findByRole("dialog", { name: "정산 보류" }));
  await user.click(dialog.getByRole("button", { name: "정산 보류" }));
  expect(sent).toEqual([]);
  await user.type(dialog.getByRole("textbox", { name: "사유" }), "구매자와 확인 중");
  await user.click(dialog.getByRole("button", { name: "정산 보류" }));
  expect(await screen.findByText("정산을 보류했어요")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "보류 풀기: KH-b" }));
  const other = within(await screen.findByRole("dialog", { name: "보류 풀기" }));
  await user.type(other.getByRole("textbox", { name: "사유" }), "확인했어요");
  await user.click(other.getByRole("button", { name: "보류 풀기" }));
  expect(await screen.findByText("보류를 풀었어요")).toBeInTheDocument();
  expect(sent).toEqual([
    [
      `/api/admin/settlements/${waiting.id}`,
      { status: "held", scope: "settlement", reason: "구매자와 확인 중" },
    ],
    [
      `/api/admin/settlements/${held.id}`,
      { status: "pending", scope: "settlement", reason: "확인했어요", expected: { holds: ["report:1"] } },
    ],
  ]);
  await user.type(screen.getByRole("textbox", { name: /주문번호/ }), "KH-a");
  await user.click(screen.getByRole("button", { name: "찾기" }));
  await expect.poll(() => asked.some((path) => path.includes("q=KH-a"))).toBe(true);
});

it("tells what the service bears by a release, of that payout alone", async () => {
  const held = { status: "held", heldReason: "확인", isReleasable: true } as const;
  const hold = { id: "refusedRefund:1", kind: "refusedRefund" as const, reason: null, at: null };
  const payouts = [build("a", { ...held, shortfallAmount: 4_000 }), build("b", { ...held, holds: [hold] })];
  server = await startAdminServer({ "/api/admin/settlements": () => ({ body: { settlements: payouts } }) });
  const user = userEvent.setup();
  renderAt(<PayoutsScreen />, "/payouts");
  await user.click(await screen.findByRole("button", { name: "보류 풀기: KH-a" }));
  expect(await screen.findByText(/서비스가 4,000원을 부담해요/)).toBeInTheDocument();
  await user.keyboard("{Escape}");
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  await user.click(screen.getByRole("button", { name: "보류 풀기: KH-b" }));
  const release = within(await screen.findByRole("dialog", { name: "보류 풀기" }));
  expect(release.getByText("결제사가 거절한 환불")).toBeInTheDocument();
  expect(screen.queryByText(/부담해요/)).toBeNull();
});

it("shows on every row what holds all of its seller's payouts, also below a graver reason, on no other seller's", async () => {
  const all = { isSellerHeld: true, sellerHoldReason: "관리자가 정산을 보류했습니다. 사유: 사칭 확인" };
  const payouts = [
    build("a", { ...all, status: "held", heldReason: all.sellerHoldReason }),
    build("b", { ...all, status: "held", heldReason: "환불 요청을 확인하고 있습니다." }),
    build("c", { ...all, status: "failed" }),
    build("d"),
  ];
  server = await startAdminServer({ "/api/admin/settlements": () => ({ body: { settlements: payouts } }) });
  renderAt(<PayoutsScreen />, "/payouts");
  expect(await screen.findAllByText(all.sellerHoldReason)).toHaveLength(3);
  expect(screen.getAllByText("멘토 전체 보류")).toHaveLength(3);
  expect(screen.getByText("환불 요청을 확인하고 있습니다.")).toBeInTheDocument();
});

it("shows each hold of a payout below a graver one, and nothing of one payout where all of a seller's are held", async () => {
  const reason = "사칭 확인";
  const all = {
    status: "held",
    isSellerHeld: true,
    sellerHoldReason: `관리자가 정산을 보류했습니다. 사유: ${reason}`,
    heldReason: `관리자가 정산을 보류했습니다. 사유: ${reason}`,
  } as const;
  const at = "2026-11-21T05:06:00.000Z";
  const sellerHold = { id: "seller:1", kind: "seller" as const, reason, at };
  const partCancel = { id: "partCancel:500", kind: "partCancel" as const, reason: null, at };
  const manual = { id: "manual:1", kind: "manual" as const, reason: "따로 확인", at: null };
  const byHand = "관리자가 정산을 보류했습니다. 사유: 따로 확인";
  const payouts = [
    build("a", { ...all, holds: [sellerHold, partCancel] }),
    build("b", { ...all, holds: [sellerHold] }),
    build("c", { status: "held", heldReason: byHand, isHeldByHand: true, holds: [manual] }),
    build("d"),
  ];
  server = await startAdminServer({ "/api/admin/settlements": () => ({ body: { settlements: payouts } }) });
  const user = userEvent.setup();
  renderAt(<PayoutsScreen />, "/payouts");
  await screen.findByText(byHand);
  expect(screen.getAllByRole("list", { name: "보류 사유" }).map(({ textContent }) => textContent)).toEqual([
    "결제사의 일부 취소 · 2026년 11월 21일 오후 2:06",
  ]);
  await user.click(screen.getByRole("button", { name: "멘토 모두 보류: KH-d" }));
  const dialog = within(await screen.findByRole("dialog", { name: "멘토 정산 모두 보류" }));
  expect(dialog.getByText("판매자님")).toBeInTheDocument();
  expect(dialog.queryByText(/9,500원|여행 영어/)).toBeNull();
});

it("shows what a seller owes for a late refund, and finds it alone", async () => {
  const late = { status: "completed", settledAt: "2026-11-29T05:06:00.000Z", clawbackAmount: 9_500 } as const;
  const payouts = [
    build("a", late),
    build("b", { ...late, recoveredAmount: 4_000 }),
    build("c", { ...late, recoveredAmount: 9_500 }),
    build("d"),
  ];
  const asked: string[] = [];
  server = await startAdminServer({
    "/api/admin/settlements": ({ path }) => {
      asked.push(path);
      return { body: { settlements: path.includes("clawback=open") ? [] : payouts } };
    },
  });
  const user = userEvent.setup();
  renderAt(<PayoutsScreen />, "/payouts");
  expect(await screen.findByText(/회수할 금액이 9,500원 남았어요\. 멘토의/)).toBeInTheDocument();
  expect(screen.getByText(/회수할 금액이 5,500원 남았어요\. 4,000원은 회수했어요/)).toBeInTheDocument();
  expect(screen.getByText(/9,500원을 모두 회수했어요/)).toBeInTheDocument();
  expect(screen.getAllByText(/입금한 뒤 환불되어/)).toHaveLength(3);
  await user.click(screen.getByRole("tab", { name: "회수할 금액" }));
  expect(await screen.findByText(/모두 회수하거나 끝낼 때까지 나타나요/)).toBeInTheDocument();
  expect(asked.filter((path) => path.includes("clawback=open"))).toHaveLength(1);
});

it("ends what a seller owes, of the sum that is read, and after a refusal of the sum that it is then", async () => {
  const owed = build("a", { status: "completed", clawbackAmount: 9_500, recoveredAmount: 500 });
  const ended = build("b", { status: "completed", clawbackAmount: 9_500, closedAmount: 9_500 });
  const sent: unknown[] = [];
  server = await startAdminServer({
    "/api/admin/settlements": () => ({ body: { settlements: [owed, ended] } }),
    [`/api/admin/settlements/${owed.id}/clawback`]: ({ body }) => {
      sent.push(JSON.parse(body));
      return sent.length === 1
        ? { status: 409, body: { code: "STANDING_CHANGED", message: "금액이 바뀌었습니다.", owed: 4_000 } }
        : { body: { settlement: owed } };
    },
  });
  const user = userEvent.setup();
  renderAt(<PayoutsScreen />, "/payouts");
  expect(await screen.findByText(/9,500원 가운데 9,500원은 관리자가 끝냈어요/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "회수 끝내기: KH-b" })).toBeNull();
  await user.click(await screen.findByRole("button", { name: "회수 끝내기: KH-a" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/회수할 금액 9,000원/)).toBeInTheDocument();
  await user.click(dialog.getByRole("radio", { name: "받지 않기로 했어요" }));
  await user.type(dialog.getByRole("textbox", { name: /사유/ }), "폐업");
  await user.click(dialog.getByRole("button", { name: "회수 끝내기" }));
  expect(await dialog.findByText("금액이 바뀌었습니다.")).toBeInTheDocument();
  expect(dialog.getByText(/회수할 금액 4,000원/)).toBeInTheDocument();
  await user.click(dialog.getByRole("button", { name: "회수 끝내기" }));
  expect(await screen.findByText("회수를 끝냈어요")).toBeInTheDocument();
  expect(sent).toEqual([
    { decision: "writeOff", reason: "폐업", expected: { owed: 9_000 } },
    { decision: "writeOff", reason: "폐업", expected: { owed: 4_000 } },
  ]);
});

it("shows what holds a payout, and after a refusal what came since, of which it is let go then", async () => {
  const held = build("b", { status: "held", isReleasable: true, holds: [reportHold("1")] });
  const newer = { ...reportHold("2"), kind: "manual" as const, reason: "동료의 사유", at: null };
  const expected: unknown[] = [];
  server = await startAdminServer({
    "/api/admin/settlements": () => ({ body: { settlements: [held, build("a", { isSellerHeld: true })] } }),
    [`/api/admin/settlements/${held.id}`]: ({ body }) => {
      const sent = JSON.parse(body) as { expected: { holds: string[] } };
      expected.push(sent.expected.holds);
      return expected.length === 1
        ? {
            status: 409,
            body: {
              code: "STANDING_CHANGED",
              message: "사유가 바뀌었습니다.",
              holds: [newer, ...held.holds],
            },
          }
        : { body: { settlement: held } };
    },
  });
  const user = userEvent.setup();
  renderAt(<PayoutsScreen />, "/payouts");
  await user.click(await screen.findByRole("button", { name: "보류 풀기: KH-b" }));
  const dialog = within(await screen.findByRole("dialog", { name: "보류 풀기" }));
  expect(dialog.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "사기 신고 · 2026년 11월 21일 오후 2:06",
  ]);
  await user.type(dialog.getByRole("textbox", { name: "사유" }), "확인했어요");
  await user.click(dialog.getByRole("button", { name: "보류 풀기" }));
  expect(await dialog.findByText("사유가 바뀌었습니다.")).toBeInTheDocument();
  expect(dialog.getByText("관리자 보류 · 동료의 사유")).toBeInTheDocument();
  expect(dialog.getByRole("textbox", { name: "사유" })).toHaveValue("확인했어요");
  await user.click(dialog.getByRole("button", { name: "보류 풀기" }));
  expect(await screen.findByText("보류를 풀었어요")).toBeInTheDocument();
  expect(expected).toEqual([["report:1"], ["report:2", "report:1"]]);
});

it("asks a further try of no hold, and lets go only from what was shown since", async () => {
  const sellerHold = { ...reportHold("s"), id: "seller:1", kind: "seller" as const, reason: "모두 확인 중" };
  const failed = build("c", {
    status: "failed",
    isReleasable: true,
    isSellerHeld: true,
    holds: [sellerHold],
  });
  const expected: unknown[] = [];
  server = await startAdminServer({
    "/api/admin/settlements": () => ({ body: { settlements: [build("a"), failed] } }),
    [`/api/admin/settlements/${failed.id}`]: ({ body }) => {
      expected.push((JSON.parse(body) as { expected: { holds: string[] } }).expected.holds);
      const refusal = { code: "STANDING_CHANGED", message: "사유가 바뀌었습니다.", holds: [sellerHold] };
      return expected.length === 1 ? { status: 409, body: refusal } : { body: { settlement: failed } };
    },
  });
  const user = userEvent.setup();
  renderAt(<PayoutsScreen />, "/payouts");
  await user.click(await screen.findByRole("button", { name: "다시 지급: KH-c" }));
  const dialog = within(await screen.findByRole("dialog", { name: "다시 지급" }));
  expect(dialog.queryAllByRole("listitem")).toEqual([]);
  await user.type(dialog.getByRole("textbox", { name: "사유" }), "계좌를 고쳤어요");
  await user.click(dialog.getByRole("button", { name: "다시 지급" }));
  // The payout was retried already: the next press is a release, and the dialog says so.
  const release = within(await screen.findByRole("dialog", { name: "보류 풀기" }));
  expect(release.getByText(/모두 확인 중/)).toBeInTheDocument();
  await user.click(release.getByRole("button", { name: "보류 풀기" }));
  expect(await screen.findByText("보류를 풀었어요")).toBeInTheDocument();
  expect(expected).toEqual([[], ["seller:1"]]);
});

it("calls an act by the same name on its button, in its dialog and in the record of it", async () => {
  const decision = {
    scope: "settlement",
    reason: "확인함",
    adminNickname: "운영",
    at: reportHold("1").at,
  } as const;
  const decisions = [
    { ...decision, decision: "retry" as const },
    { ...decision, decision: "release" as const },
  ];
  const failed = build("c", { status: "failed", isReleasable: true, decisions });
  server = await startAdminServer({
    "/api/admin/settlements": () => ({ body: { settlements: [failed] } }),
    [`/api/admin/settlements/${failed.id}`]: () => ({ body: { settlement: failed } }),
  });
  const user = userEvent.setup();
  renderAt(<PayoutsScreen />, "/payouts");
  await user.click(await screen.findByRole("button", { name: "다시 지급: KH-c" }));
  expect(screen.getByText(/운영 다시 지급: 확인함/)).toBeInTheDocument();
  expect(screen.getByText(/운영 보류 풀기: 확인함/)).toBeInTheDocument();
  const dialog = within(await screen.findByRole("dialog", { name: "다시 지급" }));
  await user.type(dialog.getByRole("textbox", { name: "사유" }), "계좌를 고쳤어요");
  await user.click(dialog.getByRole("button", { name: "다시 지급" }));
  expect(await screen.findByText("다시 지급할게요")).toBeInTheDocument();
});
