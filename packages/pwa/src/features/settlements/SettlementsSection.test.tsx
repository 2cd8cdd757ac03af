import type { Settlement } from "@knowhow/shared";
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer, type FakeAnswer } from "@knowhow/ui/testing/server.ts";
import { SettlementsSection } from "./SettlementsSection.tsx";
import { settlementStatusOf } from "./settlementStatus.ts";

bePatient();

const build = (given: Partial<Settlement> = {}): Settlement => ({
  id: "01900000-0000-7000-8000-0000000000d1",
  orderNumber: "KH20261121-000000000001",
  contentTitle: "여행 영어",
  amount: 9_500,
  status: "pending",
  heldReason: null,
  payableAt: "2026-11-28T05:06:00.000Z",
  settledAt: null,
  bankName: "KB국민은행",
  accountNumber: "*******8900",
  paidAt: "2026-11-21T05:06:00.000Z",
  price: 10_000,
  paidAmount: 10_500,
  orderStatus: "paid",
  refundedAt: null,
  clawbackAmount: 0,
  recoveredAmount: 0,
  closedAmount: 0,
  withheldAmount: 0,
  ...given,
});

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const open = async (answers: readonly FakeAnswer[]) => {
  let count = 0;
  server = await startServer(() => answers[count++] ?? { body: [] });
  renderAt(<SettlementsSection />, "/profile");
};

describe("what a seller is owed", () => {
  it("lists amount, day, bank and state, page by page", async () => {
    await open([
      { body: [build()], headers: { link: '</api/seller/settlements?cursor=two>; rel="next"' } },
      {
        body: [
          build({ orderNumber: "second", status: "held", heldReason: "접수된 신고를 확인하고 있습니다." }),
        ],
      },
    ]);
    expect(await screen.findByText("9,500원")).toBeInTheDocument();
    expect(screen.getByText("정산 예정")).toBeInTheDocument();
    expect(screen.getByText("2026년 11월 28일 이후 입금 예정 · KB국민은행 *******8900")).toBeInTheDocument();
    fireEvent.click(screen.getByRole("button", { name: "더 보기" }));
    expect(await screen.findByText("접수된 신고를 확인하고 있습니다.")).toBeInTheDocument();
    expect(screen.getByText("보류")).toBeInTheDocument();
    // A held settlement promises no day.
    expect(screen.getByText("입금일 미정 · KB국민은행 *******8900")).toBeInTheDocument();
    expect(screen.getAllByText(/이후 입금 예정/)).toHaveLength(1);
    expect(server.asked.map(({ path }) => path)).toEqual([
      "/api/seller/settlements",
      "/api/seller/settlements?cursor=two",
    ]);
  });

  it("says that there is nothing yet, and that it could not be read", async () => {
    await open([{ status: 500, body: { code: "INTERNAL", message: "일시적인 오류" } }]);
    expect(await screen.findByText("정산 내역을 불러오지 못했습니다")).toBeInTheDocument();
    fireEvent.click(screen.getByRole("button", { name: "다시 시도" }));
    expect(await screen.findByText("아직 정산 내역이 없어요")).toBeInTheDocument();
  });

  it("says what is taken back of an earlier payout until all of it is", async () => {
    const late = { status: "completed", clawbackAmount: 9_500 } as const;
    await open([
      {
        body: [
          build({ ...late, orderNumber: "a" }),
          build({ ...late, orderNumber: "b", recoveredAmount: 9_500 }),
          build({ orderNumber: "c" }),
        ],
      },
    ]);
    expect(await screen.findByText("입금한 뒤 환불되어 9,500원을 다음 정산에서 빼요.")).toBeInTheDocument();
    expect(screen.getByText("입금한 뒤 환불되어 9,500원을 다른 정산에서 모두 뺐어요.")).toBeInTheDocument();
    expect(screen.getAllByText(/입금한 뒤 환불되어/)).toHaveLength(2);
  });

  it("tells of one that was kept back whole that no money went to any account, and of no other", async () => {
    const settled = { status: "completed", settledAt: "2026-11-29T00:00:00.000Z" } as const;
    await open([
      {
        body: [
          build({ ...settled, orderNumber: "whole", withheldAmount: 9_500 }),
          build({ ...settled, orderNumber: "part", withheldAmount: 1_900 }),
        ],
      },
    ]);
    expect(await screen.findByText("2026년 11월 29일 회수로 상계, 입금 없음")).toBeInTheDocument();
    expect(screen.getByText("2026년 11월 29일 입금 · KB국민은행 *******8900")).toBeInTheDocument();
    expect(screen.getByText("회수로 상계")).toBeInTheDocument();
    expect(screen.getAllByText("입금 완료")).toHaveLength(1);
  });

  it("names what failed so", async () => {
    server = await startServer(() => ({}));
    expect(settlementStatusOf(build({ status: "failed" })).label).toBe("입금 실패");
  });
});
