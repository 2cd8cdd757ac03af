import { addMonths, api, seoulDay, type Balance, type Settlement, type Statement } from "@knowhow/shared";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { setActiveUser } from "@knowhow/ui/client/activeUser.ts";
import { keepResponsesIn, type CachedResponse } from "@knowhow/ui/client/responseCache.ts";
import { serverNow } from "@knowhow/ui/client/serverClock.ts";
import { SessionKeeper } from "@knowhow/ui/features/layout/SessionKeeper.tsx";
import { hearNews, tellNews } from "@knowhow/ui/testing/news.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer, type FakeAnswer, type RecordedRequest } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { conversionOf } from "./ContentSalesSection.tsx";
import { SellerScreen } from "./SellerScreen.tsx";
import { StatementScreen } from "./StatementScreen.tsx";

bePatient();

const balance: Balance = {
  pendingAmount: 19_000,
  heldAmount: 9_500,
  processingAmount: 0,
  failedAmount: 0,
  paidAmount: 4_750,
  clawbackAmount: 1_425,
  upcoming: [
    { day: "2026-11-30", amount: 8_075, ordersCount: 1 },
    { day: "2026-12-01", amount: 9_500, ordersCount: 1 },
  ],
};

const settlement: Settlement = {
  id: "01900000-0000-7000-8000-0000000000d1",
  orderNumber: "KH20261121-000000000001",
  contentTitle: "여행 영어",
  amount: 9_500,
  status: "completed",
  heldReason: null,
  payableAt: "2026-11-28T05:06:00.000Z",
  settledAt: "2026-11-29T05:06:00.000Z",
  bankName: "KB국민은행",
  accountNumber: "*******8900",
  paidAt: "2026-11-21T05:06:00.000Z",
  price: 10_000,
  paidAmount: 10_500,
  orderStatus: "refunded",
  refundedAt: "2026-12-01T05:06:00.000Z",
  clawbackAmount: 9_500,
  recoveredAmount: 4_000,
  closedAmount: 0,
  withheldAmount: 0,
};

const statement: Statement = {
  month: "2026-11",
  holder: "홍길동",
  bankName: "KB국민은행",
  accountNumber: "*******8900",
  openingBalance: 1_000,
  closingBalance: 10_500,
  totals: [{ kind: "sale", count: 1, amount: 9_500 }],
  days: [],
  lines: [],
  linesCount: 0,
};

const figures = { salesCount: 2, freeCount: 1, refundsCount: 1, paidAmount: 21_000, sellerAmount: 19_000 };

const answers: Record<string, (asked: RecordedRequest) => unknown> = {
  [api.health.live.path]: () => ({ status: "ok" }),
  [api.accounts.me.path]: () => ({ user: buildUser() }),
  [api.seller.getBalance.path]: () => balance,
  [api.seller.getStatement.path]: ({ path }) => ({ ...statement, month: path.slice(-7) }),
  [api.settlements.list.path]: () => [settlement],
  [api.questions.listWaiting.path]: () => [],
  [api.orders.list.path]: () => [],
  [api.seller.listSales.path]: ({ path }) =>
    path.includes("by=content")
      ? [
          {
            contentId: settlement.id,
            contentTitle: "여행 영어",
            viewCount: 16,
            purchasesCount: 2,
            ...figures,
          },
        ]
      : path.includes("by=month")
        ? [{ month: "2026-11", ...figures }]
        : [{ day: "2026-11-21", ...figures }],
};

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(async () => {
  await server.close();
  vi.unstubAllGlobals();
});

/** Keeps answers as the device does, until the test is over. */
const keepAnswers = () => {
  const kept = new Map<string, CachedResponse>();
  const stop = keepResponsesIn(() => ({
    keep: async (address, one) => void kept.set(address, one),
    recall: async (address) => kept.get(address),
    forget: async () => undefined,
  }));
  onTestFinished(() => {
    stop();
    setActiveUser(null);
  });
  return kept;
};

const open = async (own: Record<string, (asked: RecordedRequest) => FakeAnswer> = {}) => {
  server = await startServer((asked) => {
    const path = asked.path.replace(/\?.*/, "");
    return own[path]?.(asked) ?? { body: answers[path]?.(asked) ?? {} };
  });
  renderAt(
    <>
      <SessionKeeper />
      <SellerScreen />
    </>,
    "/seller",
  );
  await screen.findByRole("heading", { level: 1, name: "판매 현황" });
};

const region = (name: string) => within(screen.getByRole("region", { name }));

describe("the seller's money in one place", () => {
  // Kept answers are found by their address: without a network that of Monday has to serve on Tuesday.
  it("asks for the chart under one address, whatever day it is", async () => {
    const asked: string[][] = [];
    const rowsOf = () =>
      screen.queryAllByRole("rowheader", { hidden: true }).map(({ textContent }) => textContent);
    for (const day of ["2026-11-30", "2026-12-01", "2027-01-01"]) {
      vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${day}T03:00:00Z`) });
      await open();
      await screen.findByText(/^최근 30일 동안/);
      expect(rowsOf()).toEqual(day < "2027" ? expect.arrayContaining(["2026년 11월 21일"]) : []);
      fireEvent.click(screen.getByRole("button", { name: "월별" }));
      await screen.findByText(/^최근 12개월 동안/);
      expect(rowsOf()).toContain("2026년 11월");
      expect(screen.queryByText(/^20\d\d-\d\d/)).toBeNull();
      const paths = server.asked.map(({ path }) => path).filter((path) => /by=(day|month)/.test(path));
      asked.push([...new Set(paths)]);
      cleanup();
      await server.close();
      vi.useRealTimers();
    }
    expect(asked[0]).toHaveLength(2);
    expect(asked[1]).toEqual(asked[0]);
    expect(asked[2]).toEqual(asked[0]);
  });

  it("has the months and the newest statement on the device after a visit, and no other month's", async () => {
    const kept = keepAnswers();
    let isLost = false;
    const answer = (asked: RecordedRequest): FakeAnswer =>
      isLost ? { isLost } : { body: answers[asked.path.replace(/\?.*/, "")]?.(asked) };
    const paths = [
      api.accounts.me.path,
      api.seller.getBalance.path,
      api.seller.listSales.path,
      api.seller.getStatement.path,
      api.settlements.list.path,
      // Else the server counts as back as soon as it is asked whether it is.
      api.health.live.path,
    ];
    await open(Object.fromEntries(paths.map((path) => [path, answer])));
    await screen.findByText(/^최근 30일 동안/);
    // Both, one after the other: the test before may have left an answer on its way.
    for (const wanted of ['"by":"month"', api.seller.getStatement.path])
      await expect.poll(() => [...kept.keys()].some((address) => address.includes(wanted))).toBe(true);
    isLost = true;
    fireEvent.click(screen.getByRole("button", { name: "월별" }));
    expect(await screen.findByText(/^최근 12개월 동안/)).toBeInTheDocument();
    cleanup();
    const thisMonth = seoulDay(serverNow()).slice(0, 7);
    renderAt(<StatementScreen />, `/seller/statement?month=${thisMonth}`);
    expect(await screen.findByText("10,500원")).toBeInTheDocument();
    cleanup();
    renderAt(<StatementScreen />, `/seller/statement?month=${addMonths(thisMonth, -1)}`);
    expect(await screen.findByText(/정산서가 아직 이 기기에 없어요$/)).toBeInTheDocument();
    expect(screen.queryByText("10,500원")).toBeNull();
  });

  it("shows what comes next, what sales brought and the way of each order's money", async () => {
    await open();
    expect(await screen.findByText("8,075원")).toBeInTheDocument();
    expect(screen.getByText("2026년 11월 30일 이후 · 주문 1건")).toBeInTheDocument();
    const facts = region("정산 현황");
    for (const text of ["19,000원", "9,500원", "-1,425원", "4,750원"])
      expect(facts.getByText(text)).toBeInTheDocument();
    expect(facts.queryByText("입금 실패")).toBeNull();
    expect(await screen.findByText("조회 16회 → 구매 2건 (12.5%) · 환불 1건")).toBeInTheDocument();
    expect(region("판매 추이").getByRole("status")).toHaveTextContent(
      "최근 30일 동안 19,000원 · 판매 2건 · 무료 1건 · 환불 1건",
    );
    await expect.poll(() => document.querySelector("[class*=MuiChartsSurface]")).not.toBeNull();

    const row = await screen.findByText("결제부터 입금까지");
    // The rows are part of the page, not of a scrolling box.
    expect(screen.getByRole("list", { name: "정산 내역 목록" })).toBeInTheDocument();
    expect(screen.queryByRole("region", { name: "정산 내역 목록" })).toBeNull();
    const details = row.closest("details");
    if (!details) throw new Error("no details");
    details.open = true;
    fireEvent(details, new Event("toggle"));
    const steps = within(await screen.findByRole("list", { name: "주문 금액의 흐름" })).getAllByRole(
      "listitem",
    );
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      "구매자 결제10,500원2026년 11월 21일 오후 2:06",
      "수수료-1,000원구매 수수료 500원, 판매 수수료 500원",
      "내 몫9,500원",
      "입금 완료9,500원2026년 11월 29일 오후 2:06 · KB국민은행 *******8900",
      "구매자에게 환불-10,500원2026년 12월 1일 오후 2:06",
      "환불로 회수-9,500원입금한 뒤 환불되어 5,500원을 다음 정산에서 빼요. 4,000원은 이미 뺐어요.",
    ]);
  });

  it("has a step for each part that the provider gave back, and for the end of what is owed", async () => {
    const given = {
      ...settlement,
      orderStatus: "refunded" as const,
      recoveredAmount: 0,
      closedAmount: 9_500,
      partCancels: [
        { amount: 5_000, at: "2026-11-22T05:06:00.000Z", reason: "상점 관리자" },
        { amount: 1_000, at: "2026-11-23T05:06:00.000Z", reason: null },
      ],
      closure: { decision: "writeOff" as const, at: "2026-12-02T05:06:00.000Z", reason: "폐업" },
    };
    await open({ [api.settlements.list.path]: () => ({ body: [given] }) });
    const details = (await screen.findByText("결제부터 입금까지")).closest("details");
    if (!details) throw new Error("no details");
    details.open = true;
    fireEvent(details, new Event("toggle"));
    const list = await screen.findByRole("list", { name: "주문 금액의 흐름" });
    const steps = within(list)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
    expect(steps.slice(3, 5)).toEqual([
      "결제사의 일부 취소-5,000원2026년 11월 22일 오후 2:06",
      "결제사의 일부 취소-1,000원2026년 11월 23일 오후 2:06",
    ]);
    // With the parts it comes to what was paid.
    expect(steps[6]).toBe("구매자에게 환불-4,500원2026년 12월 1일 오후 2:06");
    expect(steps.at(-1)).toBe(
      "회수 종료9,500원2026년 12월 2일 오후 2:06 · 받지 않기로 하고 끝냈어요. 사유: 폐업",
    );
  });

  it.each([
    [{ undatedAmount: 0, heldAmount: 0 }, []],
    [{ undatedAmount: 0 }, ["보류된 9,500원은 보류가 풀린 뒤에 입금돼요. 이유는 정산 내역에 있어요."]],
    [
      { undatedAmount: 2_850 },
      [
        "보류된 6,650원은 보류가 풀린 뒤에 입금돼요. 이유는 정산 내역에 있어요.",
        "보류된 2,850원은 입금일이 정해지지 않았어요. 이유는 정산 내역에 있어요.",
      ],
    ],
    [{}, ["보류된 9,500원은 입금일이 정해지지 않았어요. 이유는 정산 내역에 있어요."]],
  ])("says of %j what waits for its hold to end, and what has no day", async (held, words) => {
    await open({ [api.seller.getBalance.path]: () => ({ body: { ...balance, ...held } }) });
    expect(await screen.findByText("8,075원")).toBeInTheDocument();
    expect(screen.queryAllByText(/보류된/).map(({ textContent }) => textContent)).toEqual(words);
  });

  it("says to who is suspended that the next payout comes after that", async () => {
    const user = buildUser({ suspendedUntil: "2126-11-21T05:06:00.000Z" });
    const held = { ...balance, pendingAmount: 0, heldAmount: 28_500, undatedAmount: 9_500 };
    await open({
      [api.accounts.me.path]: () => ({ body: { user } }),
      [api.seller.getBalance.path]: () => ({ body: held }),
    });
    expect(
      await screen.findByText("이용이 정지되어 보류된 19,000원은 정지가 풀린 뒤에 입금돼요."),
    ).toBeInTheDocument();
    expect(screen.getByText(/^보류된 9,500원은 입금일이 정해지지 않았어요/)).toBeInTheDocument();
  });

  it("goes from days to months", async () => {
    await open();
    fireEvent.click(await screen.findByRole("button", { name: "월별" }));
    expect(await screen.findByText(/^최근 12개월 동안/)).toBeInTheDocument();
    expect(server.asked.some(({ path }) => path.includes("by=month"))).toBe(true);
  });

  it("says what a seller without sales finds, and what could not be read", async () => {
    const none: FakeAnswer = { body: [] };
    await open({
      [api.settlements.list.path]: () => none,
      [api.seller.listSales.path]: () => none,
      [api.seller.getBalance.path]: () => ({
        status: 500,
        body: { code: "INTERNAL", message: "일시적인 오류" },
      }),
    });
    expect(await screen.findByText("아직 올린 콘텐츠가 없어요")).toBeInTheDocument();
    expect(await screen.findByText("아직 정산 내역이 없어요")).toBeInTheDocument();
    expect(await screen.findByText("정산 현황을 불러오지 못했습니다")).toBeInTheDocument();
    expect(region("판매 추이").getByRole("status")).toHaveTextContent("최근 30일 동안 판매가 없어요.");
    expect(region("판매 추이").queryByText("표로 보기")).toBeNull();
  });

  it("follows a sale and a hold by the news, without a reload", async () => {
    let pendingAmount = 19_000;
    const amounts = () => ({ body: { ...balance, pendingAmount } });
    await open({ [api.seller.getBalance.path]: amounts });
    await screen.findByText("19,000원");
    const stop = hearNews();
    for (const [name, data] of [
      ["order", { orderNumber: "second", status: "paid" }],
      ["settlement", { orderNumber: "second", status: "held" }],
    ] as const) {
      pendingAmount += 11_000;
      tellNews(name, data);
      expect(await screen.findByText(`${pendingAmount.toLocaleString("ko-KR")}원`)).toBeInTheDocument();
    }
    const asked = server.asked.length;
    tellNews("comment", { contentId: settlement.id, id: settlement.id });
    expect(server.asked.length).toBe(asked);
    stop();
  });

  it("tells nothing of purchases where nobody looked", () => {
    expect(conversionOf({ viewCount: 0, purchasesCount: 1 })).toBeUndefined();
    expect(conversionOf({ viewCount: 1, purchasesCount: 3 })).toBe("100%");
  });
});

it("a statement names its sums and lines, and says when there are more of them", async () => {
  server = await startServer(({ path }) =>
    path.startsWith(api.seller.getStatement.path)
      ? {
          body: {
            month: "2026-10",
            holder: "홍길동",
            bankName: "KB국민은행",
            accountNumber: "*******8900",
            openingBalance: 1_000,
            closingBalance: 10_500,
            totals: [{ kind: "sale", count: 1_001, amount: 9_500 }],
            days: [],
            lines: [
              {
                at: "2026-10-31T15:00:00.000Z",
                kind: "sale",
                orderNumber: "one",
                contentTitle: "글",
                amount: 9_500,
              },
            ],
            linesCount: 1_001,
          },
        }
      : { body: { user: buildUser() } },
  );
  renderAt(<StatementScreen />, "/seller/statement?month=2026-10");
  expect(await screen.findByRole("heading", { level: 1, name: "2026년 10월 정산서" })).toBeInTheDocument();
  await waitFor(() => expect(screen.getByText("10,500원")).toBeInTheDocument());
  expect(screen.getByText("1,001건")).toBeInTheDocument();
  expect(screen.getByText("2026년 11월 1일")).toBeInTheDocument();
  expect(screen.getByText(/나머지 1,000건도/)).toBeInTheDocument();
});

it.each([
  ["abc", /주소의 달을 읽을 수 없어요/],
  ["2099-01", /아직 오지 않은 달이에요/],
])("a statement of %s is refused with the way back", async (month, words) => {
  server = await startServer(() => ({ body: { user: buildUser() } }));
  renderAt(<StatementScreen />, `/seller/statement?month=${month}`);
  expect(await screen.findByRole("heading", { name: "정산서를 볼 수 없습니다" })).toBeInTheDocument();
  expect(screen.getByText(words)).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "판매 현황으로" })).toHaveAttribute("href", "/seller#papers");
  expect(screen.queryByRole("button", { name: "인쇄하기" })).toBeNull();
  expect(server.asked.some(({ path }) => path.startsWith(api.seller.getStatement.path))).toBe(false);
});
