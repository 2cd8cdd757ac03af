import type { Content, CurrentUser } from "@knowhow/shared";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { setActiveUser } from "@knowhow/ui/client/activeUser.ts";
import { stubMedia } from "@knowhow/ui/testing/media.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { buildFreeOrder, buildPurchase } from "@knowhow/ui/testing/orders.ts";
import { refuse, startServer, type FakeAnswer } from "@knowhow/ui/testing/server.ts";
import { buildRatingPage } from "@knowhow/ui/testing/ratings.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { ContentScreen } from "./ContentScreen.tsx";

bePatient();

// jsdom has no layout: observers of positions see nothing.
const watcher = class {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
};
vi.stubGlobal("IntersectionObserver", watcher);
vi.stubGlobal("ResizeObserver", watcher);

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const at = "2026-11-01T00:00:00.000Z";
const onlyVersion: FakeAnswer = {
  body: { versions: [{ number: 1, note: null, at, fileNames: ["표현.pdf"] }] },
};

const open = async (
  content: Partial<Content>,
  user: Partial<CurrentUser> = {},
  versions: FakeAnswer = onlyVersion,
) => {
  let isTaken = false;
  server = await startServer(({ path, method }) => {
    if (path.endsWith("/me")) return { body: { user: buildUser(user) } };
    if (path.endsWith("/comments")) return { body: [] };
    if (path.includes("/ratings")) return { body: buildRatingPage() };
    if (path.endsWith("/versions")) return versions;
    if (path.endsWith("/trial")) return { body: { parts: [], files: [], version: "" } };
    if (path.endsWith("/complete-free")) {
      isTaken = true;
      return { body: buildPurchase() };
    }
    if (method === "POST") return { status: 201, body: { order: buildFreeOrder() } };
    return { body: buildContent({ ...content, ...(isTaken ? { hasPurchased: true } : {}) }) };
  });
  const view = renderAt(<ContentScreen />, `/content/${buildContent().id}`, "/content/:id");
  await screen.findByRole("heading", { level: 1 });
  await waitFor(() => {
    expect(server.asked.length).toBeGreaterThanOrEqual(3);
  });
  return view;
};
const acts = [/^수정하기/, /^삭제하기/, /^좋아요/, /^구매하기/, /무료로 받기/];
const offered = () =>
  acts.filter(
    (name) =>
      screen.queryAllByRole("link", { name }).length + screen.queryAllByRole("button", { name }).length > 0,
  );

describe("what has left the market", () => {
  it.each([
    ["its owner", { isOwner: true }],
    ["its buyer", { hasPurchased: true }],
  ])("says so to %s and offers none of the acts on it", async (_, access) => {
    await open({ ...access, isListed: false });
    expect(screen.getByText("판매가 종료된 콘텐츠예요")).toBeInTheDocument();
    expect(offered()).toEqual([]);
    expect(screen.getByRole("link", { name: /다운로드$/ })).toBeInTheDocument();
  });

  it.each([
    ["a stranger", {}, 1, /12월 5일에 다시 판매해요/],
    ["its owner", { isOwner: true }, 3, /12월 5일에 다시 판매해요/],
    ["its buyer", { hasPurchased: true }, 1, /계속 이용할/],
  ])("says to %s that it is paused, and until when", async (_, access, acts, words) => {
    await open({ ...access, isListed: false, state: "paused", pausedUntil: "2026-12-04T15:00:00.000Z" });
    expect(screen.getByText("판매를 잠시 멈춘 콘텐츠예요")).toBeInTheDocument();
    expect(screen.getByText(words)).toBeInTheDocument();
    expect(screen.queryByText("판매가 종료된 콘텐츠예요")).toBeNull();
    expect(offered()).toHaveLength(acts);
    expect(screen.queryAllByRole("button", { name: "다시 판매하기" })).toHaveLength(
      "isOwner" in access ? 1 : 0,
    );
  });

  it("is not said of what is for sale", async () => {
    await open({ isOwner: true });
    expect(screen.queryByText("판매가 종료된 콘텐츠예요")).toBeNull();
    expect(offered()).toHaveLength(3);
  });
});

describe("money that is given back", () => {
  const orderNumber = "KH20261121-000000000001";
  const refund = {
    requestedAt: "2026-11-23T01:00:00.000Z",
    dueAt: null,
    reason: "잘못 샀어요",
    decision: "approve",
    decisionReason: null,
    decidedAt: "2026-11-23T01:00:00.000Z",
    completedAt: null,
  } as const;

  it("closes the downloads while it is on its way", async () => {
    await open({
      hasPurchased: true,
      fileNames: ["표현.pdf"],
      purchase: { orderNumber, refundableUntil: null, refundState: "refunding", refund },
    });
    expect(screen.getByText(/^환불을 진행하고 있어요/)).toBeInTheDocument();
    expect(screen.queryByRole("link", { name: /다운로드/ })).toBeNull();
    expect(screen.queryByRole("button", { name: /AI 요약/ })).toBeNull();
    expect(screen.getByRole("img", { name: "환불 진행 중이라 이용할 수 없음" })).toBeInTheDocument();
  });

  it("closes them too while an approved one waits for a decision after the provider's refusal", async () => {
    await open({
      hasPurchased: true,
      fileNames: ["표현.pdf"],
      previewImageUrls: ["/api/proxy-image/a/0", "/api/proxy-image/a/1"],
      purchase: { orderNumber, refundableUntil: null, refundState: "requested", refund },
    });
    expect(screen.getByText(/결정될 때까지 콘텐츠를 열 수 없어요/)).toBeInTheDocument();
    expect(screen.getByText("환불하는 동안에는 볼 수 없어요")).toBeInTheDocument();
    expect(screen.queryByText("구매하면 선명하게 볼 수 있어요")).toBeNull();
    expect(screen.queryByRole("link", { name: /다운로드/ })).toBeNull();
    expect(screen.queryByRole("button", { name: /AI 요약/ })).toBeNull();
    expect(screen.getByRole("img", { name: "환불 진행 중이라 이용할 수 없음" })).toBeInTheDocument();
  });

  it("leaves them open while a request only waits", async () => {
    await open({
      hasPurchased: true,
      purchase: {
        orderNumber,
        refundableUntil: null,
        refundState: "requested",
        refund: { ...refund, decision: null },
      },
    });
    expect(screen.getByRole("link", { name: /다운로드$/ })).toHaveAttribute("href");
  });

  it("is said with its day and its receipt once it is back, beside the way to buy again", async () => {
    await open({
      price: 10_000,
      purchase: {
        orderNumber,
        refundableUntil: null,
        refundState: "refunded",
        refund: { ...refund, completedAt: "2026-11-23T02:00:00.000Z" },
      },
    });
    const box = within(screen.getByRole("region", { name: "구매" }));
    expect(box.getByText("환불 완료")).toBeInTheDocument();
    expect(box.getByText(/^2026년 11월 23일에 전액 환불했어요/)).toBeInTheDocument();
    expect(box.getByRole("link", { name: "영수증 보기" })).toHaveAttribute("href", `/orders/${orderNumber}`);
    expect(offered()).toContainEqual(/^구매하기/);
  });
});

describe("the order of the page", () => {
  afterEach(() => {
    stubMedia(() => false);
  });

  const placesOf = (...elements: readonly Element[]) =>
    elements.map((element) => [...document.querySelectorAll("*")].indexOf(element));
  const parts = () =>
    placesOf(
      screen.getByText("외국어"),
      screen.getByRole("button", { name: "콘텐츠 신고하기" }),
      screen.getByText(/^조회/),
      screen.getByRole("button", { name: /^좋아요/ }),
      screen.getByRole("heading", { level: 1 }),
      screen.getByText("멘토"),
      screen.getByText(/수수료 포함/),
      screen.getByText(/^등록일/),
      screen.getByRole("heading", { name: "소개" }),
      screen.getByRole("heading", { name: "다운로드" }),
      screen.getByRole("region", { name: "구매" }),
      screen.getByRole("heading", { name: "댓글" }),
    );
  const pictures = () => screen.getByRole("region", { name: "미리보기 이미지" });

  it("is the document's on a phone, the pictures after the words", async () => {
    stubMedia(() => false);
    await open({ hasPurchased: true, price: 10_000, category: "language" });
    expect(parts()).toEqual(parts().toSorted((left, right) => left - right));
    const [words, shown, files] = placesOf(
      screen.getByRole("heading", { name: "소개" }),
      pictures(),
      screen.getByRole("heading", { name: "다운로드" }),
    );
    expect(shown).toBeGreaterThan(words ?? 0);
    expect(shown).toBeLessThan(files ?? 0);
  });

  it("has the cover beside the facts on a desk, and the words before all pictures", async () => {
    stubMedia(() => true);
    const previewImageUrls = ["/api/proxy-image/1/0?v=1"];
    await open({ hasPurchased: true, price: 10_000, category: "language", previewImageUrls });
    const cover = document.querySelector("header img");
    if (!cover) throw new Error("There is no cover.");
    const places = placesOf(
      cover,
      screen.getByRole("heading", { level: 1 }),
      screen.getByRole("heading", { name: "소개" }),
      pictures(),
    );
    expect(places).toEqual(places.toSorted((left, right) => left - right));
  });
});

describe("the summary of the files", () => {
  const summary = () => screen.queryByRole("button", { name: "AI 요약" });

  it.each([
    ["its owner", { isOwner: true }],
    ["its buyer", { hasPurchased: true }],
    ["who may read its files without either", { fileUrls: ["/objects/uploads/1"] }],
  ])("is offered to %s", async (_, access) => {
    await open(access);
    expect(summary()).toBeInTheDocument();
  });

  it("is what others are told they would get, where there is text", async () => {
    await open({});
    expect(summary()).toBeNull();
    expect(screen.getByText("구매 후 AI 요약으로 핵심 빠르게 보기")).toBeInTheDocument();
  });

  it("is promised of no link", async () => {
    await open({ isExternalLink: true });
    expect(screen.queryByText("구매 후 AI 요약으로 핵심 빠르게 보기")).toBeNull();
  });
});

describe("what the device does not have, while the server is down", () => {
  const openDown = async (isVisitor: boolean) => {
    const state = { isDown: true };
    server = await startServer(({ path }) => {
      if (path.endsWith("/me")) return isVisitor ? refuse("LOGIN_REQUIRED") : { body: { user: buildUser() } };
      if (state.isDown) return { isLost: true };
      if (path === "/healthz") return { body: { status: "ok" } };
      if (path.includes("/ratings")) return { body: buildRatingPage() };
      if (path.endsWith("/trial")) return { body: { parts: [], files: [], version: "" } };
      return { body: /\/(comments|questions)/.test(path) ? [] : buildContent() };
    });
    if (!isVisitor) setActiveUser(buildUser().id);
    renderAt(<ContentScreen />, `/content/${buildContent().id}`, "/content/:id");
    await screen.findByText("이 콘텐츠는 아직 이 기기에 없어요");
    return state;
  };

  it("opens by itself when the server is back, which nobody is told of", async () => {
    const state = await openDown(true);
    const asks = () => server.asked.filter(({ path }) => path.startsWith("/api/contents/")).length;
    const before = asks();
    await waitFor(() => expect(server.asked.some(({ path }) => path === "/healthz")).toBe(true));
    // The screen does not flicker meanwhile.
    expect(asks()).toBe(before);
    state.isDown = false;
    expect(await screen.findByRole("heading", { level: 1, name: buildContent().title })).toBeInTheDocument();
  });

  it("leads to what was bought only who is signed in", async () => {
    const way = { name: "구매한 콘텐츠 보기" };
    await openDown(true);
    expect(screen.queryByRole("link", way)).toBeNull();
    expect(screen.queryByText(/구매한 콘텐츠는 기기에/)).toBeNull();
    cleanup();
    await server.close();
    await openDown(false);
    expect(screen.getByRole("link", way)).toHaveAttribute("href", "/profile#purchases");
  });
});

describe("a free content", () => {
  it("is taken at once, and once, without a question", async () => {
    await open({ price: 0 });
    const [take] = await screen.findAllByRole("button", { name: "무료로 받기" });
    if (!take) throw new Error("no button");
    await userEvent.dblClick(take);
    expect(await screen.findByText("구매한 콘텐츠예요")).toBeInTheDocument();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(server.asked.filter(({ path }) => path === "/api/orders")).toHaveLength(1);
    expect(server.asked.filter(({ path }) => path === "/api/orders/complete-free")).toHaveLength(1);
  });
});

describe("the button in the box and the one in the bar", () => {
  it("are one: pressed both, they take the content once", async () => {
    await open({ price: 0 });
    const buttons = await screen.findAllByRole("button", { name: "무료로 받기", hidden: true });
    expect(buttons).toHaveLength(2);
    for (const button of buttons) fireEvent.click(button);
    expect(await screen.findByText("구매한 콘텐츠예요")).toBeInTheDocument();
    expect(server.asked.filter(({ path }) => path === "/api/orders")).toHaveLength(1);
  });
});

describe("a suspended person", () => {
  it("can not buy, and is told why and what is still theirs", async () => {
    await open({}, { suspendedUntil: "2126-11-21T05:06:00.000Z" });
    const box = screen.getByRole("region", { name: "구매" });
    expect(await within(box).findByRole("button", { name: "구매하기" })).toBeDisabled();
    expect(within(box).getByText(/2126년 11월 21일 오후 2:06까지 이용이 정지되어/)).toBeInTheDocument();
    expect(within(box).getByRole("link", { name: "구매한 콘텐츠" })).toHaveAttribute(
      "href",
      "/profile#purchases",
    );
  });
});

describe("the versions of a content", () => {
  const purchase = { orderNumber: "KH20261121-000000000001", refundableUntil: null };
  const bought = { hasPurchased: true, fileNames: ["새 표현.pdf"], fileUrls: ["/objects/uploads/a"] };
  const section = async () => within(await screen.findByRole("region", { name: "버전" }));
  const two: FakeAnswer = {
    body: {
      versions: [
        { number: 2, note: "3장을 새로 썼어요", at, fileNames: ["새 표현.pdf"] },
        { number: 1, note: null, at, fileNames: ["표현.pdf", "부록.zip"] },
      ],
    },
  };

  it("show what changed, and give a buyer the files of before", async () => {
    await open({ ...bought, purchase: { ...purchase, hasNewVersion: true } }, {}, two);
    const newest = within(await (await section()).findByRole("listitem", { name: "버전 2" }));
    expect(newest.getByText("새 버전")).toBeInTheDocument();
    expect(newest.getByText("3장을 새로 썼어요")).toBeInTheDocument();
    const old = within((await section()).getByRole("list", { name: "버전 1 파일" }));
    expect(old.getByRole("link", { name: "표현.pdf 다운로드" })).toHaveAttribute(
      "href",
      `/api/download/${buildContent().id}/0?version=1`,
    );
    expect(old.getByRole("link", { name: "표현.pdf 읽기" })).toHaveAttribute(
      "href",
      `/read/${buildContent().id}/0?version=1`,
    );
    expect(old.queryByRole("link", { name: "부록.zip 읽기" })).toBeNull();
    expect(server.asked.some(({ path }) => path.endsWith("/versions"))).toBe(true);
  });

  it("open a link of before in another window", async () => {
    const versions = [
      { number: 2, note: null, at, fileNames: ["새 표현.pdf"] },
      { number: 1, note: null, at, fileNames: ["drive.google.com"] },
    ];
    await open({ ...bought, purchase }, {}, { body: { versions } });
    const newest = within(await (await section()).findByRole("listitem", { name: "버전 2" }));
    expect(newest.getByText("지금 버전")).toBeInTheDocument();
    expect(
      (await section()).getByRole("link", { name: "drive.google.com 열기 (새 창)" }),
    ).toBeInTheDocument();
  });

  it("say that they did not come, and are for those alone who have the files", async () => {
    await open(
      { isOwner: true },
      {},
      { status: 500, body: { code: "INTERNAL", message: "잠시 뒤 다시 시도해주세요." } },
    );
    expect(await screen.findByText("버전을 불러오지 못했습니다")).toBeInTheDocument();
    cleanup();
    await server.close();
    await open({});
    expect(screen.queryByRole("region", { name: "버전" })).toBeNull();
    expect(server.asked.some(({ path }) => path.endsWith("/versions"))).toBe(false);
  });
});
