import type { AdminRefund } from "@knowhow/shared";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { buildReceipt } from "../../../testing/orders.ts";
import type { FakeAnswer } from "../../../testing/server.ts";
import { prepareRefundQueue } from "./testing/refundQueue.tsx";
import { idOf } from "./testing/refunds.ts";

const { orderNumber, build, other, open, button, dialog, asked, sent } = prepareRefundQueue();

const firstWords =
  "운영님이 2026년 11월 24일 오전 10:00에 먼저 환불을 거절했습니다. 사유: 먼저 거절했습니다.";
const refused = { status: 409, body: { code: "ALREADY_PROCESSED", message: firstWords } };

describe("the queue of refunds", () => {
  it("tells of each why, what was opened, and by when it has to be decided", async () => {
    await open(() => [other(), build()]);
    const list = within(await screen.findByRole("region", { name: "환불 목록" }));
    for (const text of ["엑셀 함수", "여행 영어", "기한 지남 (11월 22일)", "11월 26일까지", "연 적이 없어요"])
      expect(await list.findByText(text)).toBeInTheDocument();
    expect(list.getByText("파일 표현.pdf · 2026년 11월 22일 오전 10:00")).toBeInTheDocument();
    expect(list.getAllByText("설명과 달라요")).toHaveLength(2);
    const titles = list.getAllByRole("heading").map(({ textContent }) => textContent);
    expect(titles).toEqual(["엑셀 함수", "여행 영어"]);
  });

  it("tells which consent was given before paying and when, or that none was kept, and in the dialog too", async () => {
    const { user } = await open(() => [{ ...other(), consent: null }, build()]);
    const given = "2026년 11월 20일 오전 10:00 · 열면 청약철회가 제한됨에 동의 (2026-11-23 문구)";
    const list = within(await screen.findByRole("region", { name: "환불 목록" }));
    expect(await list.findByText(given)).toBeInTheDocument();
    expect(list.getByText("동의 기록 없음")).toBeInTheDocument();
    await user.click(await button(`${orderNumber()} 승인`));
    const asked = await dialog();
    expect(asked.getByText(given)).toBeInTheDocument();
    expect(asked.queryByText("동의 기록 없음")).toBeNull();
  });

  it("asks for one state at a time", async () => {
    const { user } = await open((query) =>
      query.get("status") === "denied"
        ? [
            build({
              state: "denied",
              decision: "deny",
              decisionReason: "모두 보셨습니다.",
              decidedBy: { id: idOf("f"), nickname: "운영" },
              decidedAt: "2026-11-24T01:00:00.000Z",
            }),
          ]
        : [],
    );
    expect(await screen.findByText("결정할 환불 요청이 없어요")).toBeInTheDocument();
    await user.click(screen.getByRole("tab", { name: "거절됨" }));
    expect(
      await screen.findByText("운영님이 2026년 11월 24일 오전 10:00에 거절했어요. 이유: 모두 보셨습니다."),
    ).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /승인/ })).toBeNull();
  });

  it("says that it could not be read, and reads it again", async () => {
    let isBroken = true;
    const { user } = await open(() =>
      isBroken ? { status: 503, body: { code: "UNAVAILABLE" } } : [build()],
    );
    expect(await screen.findByText("환불 목록을 불러오지 못했습니다")).toBeInTheDocument();
    isBroken = false;
    await user.click(await button("다시 시도"));
    expect(await screen.findByText("여행 영어")).toBeInTheDocument();
  });

  it("denies the one that was pressed, with a reason, once", async () => {
    let refunds = [other(), build()];
    const { user } = await open(
      () => refunds,
      () => {
        refunds = [other()];
        return { body: { order: buildReceipt() } };
      },
    );
    await user.click(await button(`${orderNumber()} 거절`));
    const asked = await dialog();
    await user.click(asked.getByRole("button", { name: "환불 거절" }));
    expect(await asked.findByText(/이유를 입력해주세요/)).toBeInTheDocument();
    expect(sent()).toEqual([]);
    await user.type(asked.getByRole("textbox", { name: /결정한 이유/ }), "모두 보셨습니다.");
    await user.dblClick(asked.getByRole("button", { name: "환불 거절" }));
    await waitFor(() => expect(screen.queryByText("여행 영어")).toBeNull());
    const expected = { requestedAt: "2026-11-23T01:00:00.000Z", decidedAt: null, deliveries: 1 };
    expect(sent().map(({ method, path, body }) => [method, path, JSON.parse(body) as unknown])).toEqual([
      [
        "PUT",
        `/api/admin/refunds/${orderNumber()}`,
        { decision: "deny", reason: "모두 보셨습니다.", expected },
      ],
    ]);
    expect(screen.getByText("엑셀 함수")).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole("region", { name: "환불 목록" })).toHaveFocus());
  });

  it("shows what another administrator has decided meanwhile, and changes nothing", async () => {
    let isDecided = false;
    const decided = () =>
      build({
        state: "denied",
        decision: "deny",
        decisionReason: "먼저 거절했습니다.",
        decidedBy: { id: idOf("f"), nickname: "운영" },
        decidedAt: "2026-11-24T01:00:00.000Z",
      });
    const { user } = await open(
      (query) => {
        if (!query.has("status")) return { body: { refund: isDecided ? decided() : build() } };
        return isDecided ? [] : [build()];
      },
      () => {
        isDecided = true;
        return refused;
      },
    );
    await user.click(await button(`${orderNumber()} 승인`));
    const asked = await dialog();
    expect(asked.getByText(/결제한 10,500원을 모두 돌려주고/)).toBeInTheDocument();
    await user.type(asked.getByRole("textbox", { name: /결정한 이유/ }), "하자가 있습니다.");
    await user.click(asked.getByRole("button", { name: "환불 승인" }));
    expect(await asked.findByText(/다른 곳에서 먼저 처리되어 아무것도 바꾸지 않았어요/)).toBeInTheDocument();
    expect(asked.getByText(/운영님이 .* 거절했어요. 이유: 먼저 거절했습니다./)).toBeInTheDocument();
    expect(asked.getByText(firstWords)).toBeInTheDocument();
    expect(asked.getByRole("textbox", { name: "내가 쓴 이유" })).toHaveValue("하자가 있습니다.");
    expect(sent()).toHaveLength(1);
  });

  it("names no request and no approval that no person made", async () => {
    const at = "2026-11-24T01:00:00.000Z";
    const approved = { state: "refunded", decision: "approve", decidedAt: at, dueAt: null } as const;
    await open(() => [
      build({ ...approved, reason: null, decisionReason: "결제사에서 결제가 취소되었습니다." }),
      { ...other(), ...approved, isOverdue: false },
    ]);
    const when = "2026년 11월 24일 오전 10:00";
    expect(await screen.findByText(`${when} · 결제사에서 결제가 취소되었습니다.`)).toBeInTheDocument();
    expect(screen.getByText(`${when} · 열지 않은 구매라 규칙에 따라 자동으로 환불해요.`)).toBeInTheDocument();
    expect(screen.queryByText(/승인/)).toBeNull();
    // Only for the buyer's own request.
    expect(screen.getAllByText("요청")).toHaveLength(1);
  });

  it("shows in the dialog by number who was first, and keeps what was typed", async () => {
    let found = build({ state: "expired", reason: null, dueAt: null });
    const message = "운영님이 2026년 11월 24일 오전 10:00에 먼저 환불을 승인했습니다. 사유: 오류 확인";
    const { user } = await open(
      (query) => (query.has("status") ? [] : { body: { refund: found } }),
      () => {
        found = build({
          state: "refunding",
          reason: null,
          decision: "approve",
          decisionReason: "오류 확인",
          decidedBy: { id: idOf("f"), nickname: "운영" },
          decidedAt: "2026-11-24T01:00:00.000Z",
        });
        return { status: 409, body: { code: "NOT_REFUNDABLE", message } };
      },
    );
    await user.click(await button("주문번호로 환불"));
    await user.type((await dialog()).getByRole("textbox", { name: /주문번호/ }), orderNumber());
    await user.click((await dialog()).getByRole("button", { name: "주문 찾기" }));
    await user.type(await screen.findByRole("textbox", { name: /환불하는 이유/ }), "열리지 않는 파일");
    await user.click(await button("10,500원 환불하기"));
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(await screen.findByText(/운영님이 .* 승인했어요. 이유: 오류 확인/)).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: "내가 쓴 이유" })).toHaveValue("열리지 않는 파일");
  });

  it("decides about the request as it is read anew, and after a refusal as it is then", async () => {
    const summary = { kind: "summary", fileName: null, at: "2026-11-24T01:00:00.000Z" } as const;
    const [asked, opened] = [build(), build({ deliveries: [...build().deliveries, summary] })];
    const again = { ...opened, requestedAt: "2026-11-24T02:00:00.000Z", reason: "이제 다른 이유" };
    let now = opened;
    const { user } = await open(
      (query) => (query.has("status") ? [other(), asked] : { body: { refund: now } }),
      () => {
        if (now === again) return { body: { order: buildReceipt() } };
        now = again;
        return { status: 409, body: { code: "STANDING_CHANGED", message: "요청이 바뀌었습니다." } };
      },
    );
    await user.click(await button(`${orderNumber()} 거절`));
    const shownIn = await dialog();
    expect(await shownIn.findByText(/연 기록이 1건 늘었어요/)).toBeInTheDocument();
    expect(shownIn.getByText(/^AI 요약/)).toBeInTheDocument();
    await user.type(shownIn.getByRole("textbox", { name: /결정한 이유/ }), "모두 보셨습니다.");
    await user.click(shownIn.getByRole("button", { name: "환불 거절" }));
    expect(await shownIn.findByText("요청이 바뀌었습니다.")).toBeInTheDocument();
    expect(await shownIn.findByText("이제 다른 이유")).toBeInTheDocument();
    expect(shownIn.getByText(/다시 요청했어요/)).toBeInTheDocument();
    expect(shownIn.getByRole("textbox", { name: /결정한 이유/ })).toHaveValue("모두 보셨습니다.");
    await user.click(shownIn.getByRole("button", { name: "환불 거절" }));
    expect(await screen.findByText("환불 요청을 거절했어요")).toBeInTheDocument();
    const expected = sent().map(({ body }) => (JSON.parse(body) as { expected: unknown }).expected);
    expect(expected).toEqual([
      { requestedAt: opened.requestedAt, decidedAt: null, deliveries: 2 },
      { requestedAt: again.requestedAt, decidedAt: null, deliveries: 2 },
    ]);
  });

  it("tells a colleague's approval that the provider refused, and holds nothing before it was read", async () => {
    const asked = build({ deliveries: [] });
    const refusedOne: AdminRefund = {
      ...asked,
      decision: "approve",
      decidedAt: "2026-11-24T02:00:00.000Z",
      decidedBy: { id: idOf("f"), nickname: "운영" },
      refusalCode: "NOT_CANCELABLE_PAYMENT",
    };
    let now = asked;
    const { user } = await open(
      (query) => (query.has("status") ? [other(), asked] : { body: { refund: now } }),
      () => {
        if (now === refusedOne) return { body: { order: buildReceipt() } };
        now = refusedOne;
        return { status: 409, body: { code: "STANDING_CHANGED", message: "결정이 바뀌었습니다." } };
      },
    );
    await user.click(await button(`${orderNumber()} 거절`));
    const shownIn = await dialog();
    await user.type(shownIn.getByRole("textbox", { name: /결정한 이유/ }), "모두 보셨습니다.");
    expect(shownIn.queryByText(/정산 관리에서 보류를 풀 때까지/)).toBeNull();
    await user.click(shownIn.getByRole("button", { name: "환불 거절" }));
    expect(await shownIn.findByText(/환불이 승인되었지만 결제사가 취소를 거절했어요/)).toBeInTheDocument();
    expect(shownIn.getByText(/정산 관리에서 보류를 풀 때까지/)).toBeInTheDocument();
    await user.click(shownIn.getByRole("button", { name: "환불 거절" }));
    expect(await screen.findByText("환불 요청을 거절했어요")).toBeInTheDocument();
    const decisions = sent().map(({ body }) => JSON.parse(body) as { expected: { decidedAt: unknown } });
    expect(decisions.map(({ expected }) => expected.decidedAt)).toEqual([null, refusedOne.decidedAt]);
  });

  it("offers a denial of what the provider refused, and says that its payout is held then, of no other", async () => {
    const refusedOne = build({ deliveries: [], decision: "approve", refusalCode: "NOT_CANCELABLE_PAYMENT" });
    const { user } = await open(() => [other(), refusedOne]);
    await user.click(await button(`${orderNumber()} 거절`));
    const asked = await dialog();
    expect(await asked.findByText(/정산 관리에서 보류를 풀 때까지 입금하지 않아요/)).toBeInTheDocument();
    await user.click(asked.getByRole("button", { name: "취소" }));
    await user.click(await button(`${other().orderNumber} 거절`));
    expect((await dialog()).queryByText(/정산 관리에서/)).toBeNull();
  });

  it("tells what the denial of nobody's request means", async () => {
    const unasked = build({ reason: null, deliveries: [], refusalCode: "NOT_CANCELABLE_PAYMENT" });
    const { user } = await open(() => [other(), unasked]);
    await user.click(await button(`${orderNumber()} 거절`));
    expect(await (await dialog()).findByText(/구매자가 요청하지 않은 환불/)).toBeInTheDocument();
  });

  it("offers a denial alone where the provider cancels no more, and says why", async () => {
    const late = build({ deliveries: [], isCancellable: false });
    const { user } = await open(() => [other(), late]);
    await user.click(await button(`${orderNumber()} 거절`));
    const asked = await dialog();
    expect(await asked.findByText(/다른 방법으로 돌려주었으면 이유에 적어주세요/)).toBeInTheDocument();
    await user.click(asked.getByRole("button", { name: "취소" }));
    expect(screen.queryByLabelText(`${orderNumber()} 승인`)).toBeNull();
    expect(screen.getAllByText(/결제한 지 1년이 지나 결제사에서 취소할 수 없어요/)).toHaveLength(1);
    for (const act of ["승인", "거절"])
      expect(screen.getByLabelText(`${other().orderNumber} ${act}`)).toBeInTheDocument();
  });

  it("gives nothing back by a number whose payment the provider cancels no more", async () => {
    const late = build({ state: "expired", isCancellable: false });
    const { user } = await open((query) => (query.has("status") ? [] : { body: { refund: late } }));
    await user.click(await button("주문번호로 환불"));
    await user.type((await dialog()).getByRole("textbox", { name: /주문번호/ }), orderNumber());
    await user.click((await dialog()).getByRole("button", { name: "주문 찾기" }));
    expect(await screen.findByText(/1년이 지나 결제사에서 취소할 수 없어요/)).toBeInTheDocument();
    expect(screen.queryByRole("textbox", { name: /환불하는 이유/ })).toBeNull();
  });

  it("shows the order that a number means, and gives back only what was looked at", async () => {
    let found: FakeAnswer = { status: 404, body: { code: "NOT_FOUND", message: "없습니다." } };
    const { user } = await open(
      (query) => (query.has("status") ? [] : found),
      () => ({ status: 201, body: { order: buildReceipt() } }),
    );
    const find = async (number: string) => {
      await user.click(await button("주문번호로 환불"));
      const asked = await dialog();
      await user.type(asked.getByRole("textbox", { name: /주문번호/ }), ` ${number} `);
      await user.click(asked.getByRole("button", { name: "주문 찾기" }));
      return asked;
    };
    const unknown = await find(orderNumber());
    expect(await unknown.findByText("주문을 찾을 수 없습니다.")).toBeInTheDocument();
    const free = build({ amount: 0 });
    found = { body: { refund: { ...free, requestedAt: null, state: null } } };
    await user.click(await unknown.findByRole("button", { name: "주문 찾기" }));
    expect(await screen.findByText(/돌려줄 돈이 없어요/)).toBeInTheDocument();
    expect(screen.queryByRole("textbox", { name: /환불하는 이유/ })).toBeNull();
    await user.click((await dialog()).getAllByRole("button", { name: "닫기" })[0] as HTMLElement); // there are two
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

    const sold = { ...build({ reason: null, dueAt: null }), requestedAt: null, state: "expired" };
    found = { body: { refund: sold } };
    await find(orderNumber());
    const act = await button("10,500원 환불하기");
    const asked = await dialog();
    for (const text of ["여행 영어", "환불 상태: 기간 지남", "서연", "지현", orderNumber(), /파일 표현.pdf/])
      expect(await asked.findByText(text)).toBeInTheDocument();
    expect(sent()).toEqual([]);
    await user.type(asked.getByRole("textbox", { name: /환불하는 이유/ }), "열리지 않는 파일");
    await user.click(act);
    expect(await screen.findByText("‘여행 영어’ 10,500원을 돌려드려요.")).toBeInTheDocument();
    expect(sent().map(({ method, path, body }) => `${method} ${path} ${body}`)).toEqual([
      `POST /api/admin/refunds/${orderNumber()} {"reason":"열리지 않는 파일"}`,
    ]);
  });

  it("leads from each to the payout of its order, and of a charge that never became a sale nowhere", async () => {
    const unsold = { ...other(), paidAt: null, chatRoomId: null };
    const { user, router } = await open(() => [unsold, build()]);
    await user.click(await screen.findByRole("link", { name: `${orderNumber()} 정산 보기` }));
    expect(`${router.state.location.pathname}${router.state.location.search}`).toBe(
      `/payouts?q=${orderNumber()}`,
    );
    expect(screen.queryByRole("link", { name: `${unsold.orderNumber} 정산 보기` })).toBeNull();
  });

  it("reads the talk of the purchase only when somebody asks for it", async () => {
    const { user } = await open(() => [build()]);
    await user.click(await button(`${orderNumber()} 대화 보기`));
    expect(await (await dialog()).findByText("주고받은 메시지가 없어요")).toBeInTheDocument();
    expect(asked().some(({ path }) => path.includes(`chatRoomId=${idOf("d")}`))).toBe(true);
  });
});
