import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, onTestFinished } from "vitest";
import { hearNews, tellNews } from "../../../testing/news.ts";
import { buildReceipt } from "../../../testing/orders.ts";
import { prepareRefundQueue } from "./testing/refundQueue.tsx";

const { orderNumber, build, other, open, button, dialog, sent } = prepareRefundQueue();

const sum = { name: /이체한 금액/ };
const amountsSent = () =>
  sent().map(({ body }) => (JSON.parse(body) as { transferredAmount: unknown }).transferredAmount);

describe("a refund by bank transfer", () => {
  it("completes by transfer what the provider refused, once, and offers that of no other", async () => {
    const refusedOne = build({
      deliveries: [],
      decision: "approve",
      refusalCode: "NOT_CANCELABLE_PAYMENT",
      isTransferable: true,
    });
    let refunds = [other(), refusedOne];
    const { user } = await open(
      () => refunds,
      () => {
        refunds = [other()];
        return { body: { order: buildReceipt() } };
      },
    );
    expect(await screen.findAllByRole("button", { name: /이체로 환불 완료/ })).toHaveLength(1);
    await user.click(await button(`${orderNumber()} 이체로 환불 완료`));
    const asked = await dialog();
    expect(await asked.findByText(/구매자의 계좌로 이미 보냈을 때만/)).toBeInTheDocument();
    expect(asked.getByRole("textbox", sum)).toHaveValue("");
    await user.type(asked.getByRole("textbox", sum), "10,500원");
    await user.type(asked.getByRole("textbox", { name: /결정한 이유/ }), "우리은행으로 이체했습니다.");
    await user.dblClick(asked.getByRole("button", { name: "이체로 환불 완료" }));
    expect(await screen.findByText("이체한 환불을 완료했어요")).toBeInTheDocument();
    expect(sent().map(({ path, body }) => [path, JSON.parse(body) as unknown])).toEqual([
      [
        `/api/admin/refunds/${orderNumber()}`,
        {
          decision: "approve",
          transferred: true,
          transferredAmount: 10_500,
          reason: "우리은행으로 이체했습니다.",
          expected: { requestedAt: refusedOne.requestedAt, decidedAt: null, deliveries: 0 },
        },
      ],
    ]);
  });

  it("records a transfer of a denied refund, also by its number and without a request, and of no other", async () => {
    const denied = build({ deliveries: [], state: "denied", decision: "deny", isTransferable: true });
    const unasked = {
      ...denied,
      requestedAt: null,
      state: "available" as const,
      partCancels: [{ amount: 3_000, at: "2026-11-22T01:00:00.000Z", reason: null }],
    };
    const { user } = await open(
      (query) =>
        query.has("status")
          ? [{ ...other(), state: "denied", decision: "deny" }, denied]
          : { body: { refund: unasked } },
      () => ({ body: { order: buildReceipt() } }),
    );
    expect(await screen.findAllByRole("button", { name: /이체로 환불 완료/ })).toHaveLength(1);
    await user.click(await button("주문번호로 환불"));
    await user.type((await dialog()).getByRole("textbox", { name: /주문번호/ }), orderNumber());
    await user.click((await dialog()).getByRole("button", { name: "주문 찾기" }));
    await screen.findByRole("textbox", { name: /환불하는 이유/ });
    await user.click((await dialog()).getByRole("button", { name: "이체로 환불 완료" }));
    expect(await screen.findByText(/7,500원을 구매자의 계좌로 이미 보냈을 때만/)).toBeInTheDocument();
    await user.type(screen.getByRole("textbox", sum), "7500");
    await user.type(await screen.findByRole("textbox", { name: /결정한 이유/ }), "국민은행으로 이체");
    await user.click((await dialog()).getByRole("button", { name: "이체로 환불 완료" }));
    expect(await screen.findByText("이체한 환불을 완료했어요")).toBeInTheDocument();
    expect(sent().map(({ path, body }) => [path, JSON.parse(body) as unknown])).toEqual([
      [
        `/api/admin/refunds/${orderNumber()}`,
        {
          decision: "approve",
          transferred: true,
          transferredAmount: 7_500,
          reason: "국민은행으로 이체",
          expected: { requestedAt: null, decidedAt: null, deliveries: 0 },
        },
      ],
    ]);
  });

  it("sends the sum as it was typed though a part came meanwhile, and keeps it beside the refusal", async () => {
    onTestFinished(hearNews());
    const refusedOne = build({ deliveries: [], refusalCode: "NOT_CANCELABLE_PAYMENT", isTransferable: true });
    const part = { amount: 3_000, at: "2026-11-24T01:00:00.000Z", reason: null };
    let now = refusedOne;
    const message = "이체로 돌려줄 금액은 7,500원입니다. 이체한 금액과 달라 처리하지 않았습니다.";
    const { user } = await open(
      (query) => (query.has("status") ? [other(), refusedOne] : { body: { refund: now } }),
      () =>
        amountsSent().at(-1) === 7_500
          ? { body: { order: buildReceipt() } }
          : {
              status: 409,
              body: {
                code: "STANDING_CHANGED",
                message,
                fields: { transferredAmount: message },
                amount: 7_500,
              },
            },
    );
    await user.click(await button(`${orderNumber()} 이체로 환불 완료`));
    const asked = await dialog();
    const typed = asked.getByRole("textbox", sum);
    await user.type(typed, "10,500");
    await user.type(asked.getByRole("textbox", { name: /결정한 이유/ }), "우리은행으로 이체");
    now = { ...refusedOne, partCancels: [part] };
    tellNews("order", { orderNumber: orderNumber(), status: "paid" });
    expect(await asked.findByText(/결제사에서 3,000원을 더 취소했어요/)).toBeInTheDocument();
    expect(typed).toHaveValue("10,500");
    await user.click(asked.getByRole("button", { name: "이체로 환불 완료" }));
    expect(await asked.findByText(message)).toBeInTheDocument();
    expect(typed).toHaveAccessibleDescription(message);
    expect(typed).toHaveValue("10,500");
    expect(asked.getByRole("textbox", { name: /결정한 이유/ })).toHaveValue("우리은행으로 이체");
    expect(screen.queryByText("이체한 환불을 완료했어요")).toBeNull();
    await user.clear(typed);
    await user.type(typed, "7,500");
    await user.click(asked.getByRole("button", { name: "이체로 환불 완료" }));
    expect(await screen.findByText("이체한 환불을 완료했어요")).toBeInTheDocument();
    expect(amountsSent()).toEqual([10_500, 7_500]);
  });

  it("is sent with whole won alone, and keeps what was typed for its own order", async () => {
    const refused = { deliveries: [], refusalCode: "NOT_CANCELABLE_PAYMENT", isTransferable: true };
    const { user } = await open(() => [{ ...other(), ...refused }, build(refused)]);
    const openDialog = async (of: string) => {
      await user.click(await button(`${of} 이체로 환불 완료`));
      return dialog();
    };
    const asked = await openDialog(orderNumber());
    await user.type(asked.getByRole("textbox", { name: /결정한 이유/ }), "우리은행으로 이체");
    for (const wrong of ["", "0", "1500.5", "1500,5", "만 원"]) {
      await user.clear(asked.getByRole("textbox", sum));
      if (wrong !== "") await user.type(asked.getByRole("textbox", sum), wrong);
      await user.click(asked.getByRole("button", { name: "이체로 환불 완료" }));
      await waitFor(() =>
        expect(asked.getByRole("textbox", sum)).toHaveAccessibleDescription(/원 단위의 숫자로/),
      );
      expect(asked.getByRole("textbox", sum)).toHaveValue(wrong);
    }
    expect(sent()).toEqual([]);
    const leave = async () => {
      await user.click((await dialog()).getByRole("button", { name: "취소" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    };
    await leave();
    expect((await openDialog(other().orderNumber)).getByRole("textbox", sum)).toHaveValue("");
    await leave();
    expect((await openDialog(orderNumber())).getByRole("textbox", sum)).toHaveValue("만 원");
  });

  it("follows a request that ended while the dialog was open, and says so", async () => {
    const refusedOne = build({ deliveries: [], refusalCode: "NOT_CANCELABLE_PAYMENT", isTransferable: true });
    const ended = { ...refusedOne, state: "available" as const, requestedAt: null, reason: null };
    const { user } = await open(
      (query) => (query.has("status") ? [other(), refusedOne] : { body: { refund: ended } }),
      () => ({ body: { order: buildReceipt() } }),
    );
    await user.click(await button(`${orderNumber()} 이체로 환불 완료`));
    const asked = await dialog();
    expect(await asked.findByText(/기다리던 환불이 끝나/)).toBeInTheDocument();
    await user.type(asked.getByRole("textbox", sum), "10500");
    await user.type(asked.getByRole("textbox", { name: /결정한 이유/ }), "우리은행으로 이체");
    await user.click(asked.getByRole("button", { name: "이체로 환불 완료" }));
    expect(await screen.findByText("이체한 환불을 완료했어요")).toBeInTheDocument();
    expect(sent().map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
      { expected: { requestedAt: null, deliveries: 0 } },
    ]);
  });

  it("is told of a payout that was let go while the dialog was open, with the way there", async () => {
    const denied = build({ deliveries: [], state: "denied", decision: "deny", isTransferable: true });
    let now = denied;
    const { user, router } = await open(
      (query) => (query.has("status") ? [other(), denied] : { body: { refund: now } }),
      () => {
        now = { ...denied, isTransferable: false };
        return { status: 409, body: { code: "NOT_REFUNDABLE", message: "정산 보류가 풀렸습니다." } };
      },
    );
    await user.click(await button(`${orderNumber()} 이체로 환불 완료`));
    const asked = await dialog();
    await user.type(asked.getByRole("textbox", sum), "10500");
    await user.type(asked.getByRole("textbox", { name: /결정한 이유/ }), "우리은행으로 이체");
    await user.click(asked.getByRole("button", { name: "이체로 환불 완료" }));
    expect(await asked.findByText(/정산 보류가 풀려 이체를 기록할 수 없어요/)).toBeInTheDocument();
    expect(asked.queryByText(/다른 곳에서 먼저/)).toBeNull();
    expect(asked.getByRole("textbox", { name: "내가 쓴 이유" })).toHaveValue("우리은행으로 이체");
    await user.click(asked.getByRole("link", { name: "정산 보기" }));
    expect(router.state.location.search).toBe(`?q=${orderNumber()}`);
  });

  it("is offered where the provider cancels no more, and denial is not the only way then", async () => {
    const old = { state: "requested", isCancellable: false } as const;
    await open(() => [{ ...other(), ...old }, build({ ...old, isTransferable: true })]);
    expect(await screen.findAllByText(/결제사에서 취소할 수 없어요/)).toHaveLength(2);
    expect(screen.getAllByText(/거절할 수만 있어요/)).toHaveLength(1);
    expect(screen.getByRole("button", { name: `${orderNumber()} 이체로 환불 완료` })).toBeInTheDocument();
  });

  it("keeps a denial in sight that the provider's own cancel followed, and says it once where it stands", async () => {
    const denial = {
      by: { id: "01900000-0000-7000-8000-0000000000ee", nickname: "돌봄이" },
      at: "2026-11-24T01:00:00.000Z",
      reason: "설명과 같습니다",
    };
    const { by: decidedBy, at: decidedAt, reason: decisionReason } = denial;
    await open(() => [
      build({ state: "refunded", decision: "approve", decidedAt, denial }),
      { ...other(), state: "denied", decision: "deny", decidedBy, decidedAt, decisionReason, denial },
    ]);
    const said = await screen.findAllByText(/^돌봄이님이 .*에 거절했어요. 이유: 설명과 같습니다$/);
    expect(said).toHaveLength(2);
    expect(screen.getAllByText("먼저")).toHaveLength(1);
  });

  it("tells of a refund that it went by transfer, and how much", async () => {
    const done = { state: "refunded", decision: "approve", completedAt: "2026-11-24T01:00:00.000Z" } as const;
    await open(() => [
      build({ ...done, transferredAmount: 7_500 }),
      { ...other(), ...done, transferredAmount: null },
    ]);
    expect(await screen.findByText("2026년 11월 24일 오전 10:00 · 계좌 이체 7,500원")).toBeInTheDocument();
    expect(screen.getByText("2026년 11월 24일 오전 10:00")).toBeInTheDocument();
  });
});
