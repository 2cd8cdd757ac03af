import type { OwnContent } from "@knowhow/shared";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { asked, open, prepareProfile, press } from "./testing.tsx";

prepareProfile();

const orderNumber = "KH20261121-000000000001";
const receipt = {
  id: "01900000-0000-7000-8000-0000000000b1",
  orderNumber,
  amount: 10_500,
  platformFee: 500,
  sellerAmount: 9_500,
  status: "paid",
  contentId: buildContent().id,
  content: { id: buildContent().id, title: "여행 영어", category: "language", mentorNickname: "지현" },
  paymentMethod: "카드",
  receiptUrl: "https://receipt.example/1",
  createdAt: "2026-11-21T00:00:00.000Z",
  paidAt: "2026-11-21T05:06:00.000Z",
  refundableUntil: "2026-11-28T05:06:00.000Z",
  refundState: undefined,
};

/** Far in the future, for tests on any day. */
const refundable = { refundState: "available", refundableUntil: "2126-11-28T05:06:00.000Z", refund: null };

describe("the lists", () => {
  const own: OwnContent = { ...buildContent({ isOwner: true }), totalRevenue: 66_500 };

  it("shows the three figures of a price and deletes after asking", async () => {
    let contents = [own];
    await open({
      "/api/my-contents": () => ({ body: contents }),
      [`DELETE /api/contents/${own.id}`]: () => {
        contents = [];
        return { body: { ok: true } };
      },
    });
    const list = await screen.findByRole("region", { name: "등록한 콘텐츠 목록" });
    for (const text of ["10,000원", "10,500원", "9,500원", "66,500원"])
      expect(within(list).getByText(text)).toBeInTheDocument();
    press(`${own.title} 삭제`);
    const dialog = await screen.findByRole("dialog", { name: "정말로 이 콘텐츠를 삭제하시겠습니까?" });
    expect(asked().some(({ method }) => method === "DELETE")).toBe(false);
    fireEvent.click(within(dialog).getByRole("button", { name: "삭제" }));
    expect(await screen.findByText("아직 등록한 콘텐츠가 없어요")).toBeInTheDocument();
    await waitFor(() => {
      expect(screen.getByRole("heading", { name: "등록한 콘텐츠" })).toHaveFocus();
    });
  });

  it("brings the next page of a list", async () => {
    await open({
      "/api/my-contents": ({ path }) =>
        path.includes("cursor=two")
          ? { body: [{ ...own, id: "01900000-0000-7000-8000-000000000002", title: "둘째" }] }
          : {
              body: [own],
              headers: {
                link: '</api/my-contents?cursor=two>; rel="next"',
                "access-control-expose-headers": "link",
              },
            },
    });
    fireEvent.click(await screen.findByRole("button", { name: "더 보기" }));
    expect(await screen.findByRole("link", { name: "둘째 수정" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "둘째" })).toHaveFocus();
    expect(screen.queryByRole("button", { name: "더 보기" })).toBeNull();
  });

  it("searches what was bought, further down the list too", async () => {
    const buy = (at: number, title: string, description: string) => ({
      ...buildContent({
        id: `01900000-0000-7000-8000-00000000000${at}`,
        hasPurchased: true,
        title,
        description,
      }),
      orderNumber,
      purchasedAt: "2026-11-21T05:06:00.000Z",
      chatRoomId: null,
      lastReadAt: null,
    });
    await open({
      "/api/buyer/contents": ({ path }) =>
        path.includes("cursor=two")
          ? { body: [buy(2, "단타 매매", "초보 투자 기록")] }
          : {
              body: [buy(1, "주식투자 입문", "처음 시작하는 분께")],
              headers: {
                link: '</api/buyer/contents?cursor=two>; rel="next"',
                "access-control-expose-headers": "link",
              },
            },
    });
    const section = within(await screen.findByRole("region", { name: "구매한 콘텐츠" }));
    const titles = () =>
      section
        .queryAllByRole("link", { name: /^(주식투자 입문|단타 매매)$/ })
        .map(({ textContent }) => textContent);
    const box = await section.findByRole("textbox", { name: "구매한 콘텐츠 검색" });
    fireEvent.change(box, { target: { value: "투자" } });
    await waitFor(() => expect(titles()).toEqual(["주식투자 입문", "단타 매매"]));
    expect(await section.findByText("2개를 찾았어요")).toBeInTheDocument();
    fireEvent.change(box, { target: { value: "ㄷㅌ" } });
    expect(titles()).toEqual(["단타 매매"]);
    fireEvent.change(box, { target: { value: "없는 말" } });
    expect(section.getByText("찾는 콘텐츠가 없어요")).toBeInTheDocument();
    press("모두 보기");
    expect(titles()).toHaveLength(2);
  });

  it("gives what was bought its files and its receipt", async () => {
    const bought = {
      ...buildContent({ hasPurchased: true, fileNames: ["표현.pdf", "음성.zip"] }),
      orderNumber,
      purchasedAt: "2026-11-21T05:06:00.000Z",
      chatRoomId: "01900000-0000-7000-8000-0000000000c1",
      lastReadAt: null,
      isListed: false,
      purchase: { orderNumber, ...refundable },
    };
    await open({
      "/api/buyer/contents": { body: [bought] },
      [`/api/orders/${orderNumber}`]: { body: { ...receipt, ...refundable } },
    });
    const list = await screen.findByRole("region", { name: "구매한 콘텐츠 목록" });
    expect(within(list).getByText("판매 종료")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "구매 내역" })).toHaveAttribute("href", "/orders");
    // Not opened yet: a link could be opened in a new tab without the notice.
    expect(within(list).getByRole("button", { name: "음성.zip 다운로드" })).not.toHaveAttribute("href");
    expect(within(list).getByText(/2026년 11월 21일 구매/)).toBeInTheDocument();
    const refundText = "아직 열지 않아 11월 28일 오후 2:06까지 전액 환불할 수 있어요.";
    expect(within(list).getByText(refundText)).toBeInTheDocument();
    expect(within(list).getByRole("link", { name: /채팅/ })).toHaveAttribute(
      "href",
      `/chat/${bought.chatRoomId}`,
    );
    press(/영수증 보기/);
    const dialog = await screen.findByRole("dialog", { name: "영수증" });
    expect(await within(dialog).findByText("10,500원 (수수료 포함)")).toBeInTheDocument();
    expect(within(dialog).getByText("2026년 11월 21일 오후 2:06")).toBeInTheDocument();
    expect(within(dialog).getByText(refundText)).toBeInTheDocument();
    expect(within(dialog).getByRole("link", { name: /매출전표/ })).toHaveAttribute(
      "href",
      receipt.receiptUrl,
    );
  });
});
