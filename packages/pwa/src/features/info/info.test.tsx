import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Business } from "@knowhow/ui/client/bootstrap.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { suspensionWords } from "@knowhow/ui/features/accounts/suspensionWords.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { findQuestions, questionGroups } from "./faq.ts";
import { FaqScreen } from "./FaqScreen.tsx";
import { PaperScreen } from "./PaperScreen.tsx";
import { privacyOf } from "./texts/privacy.ts";
import { terms } from "./texts/terms.ts";

bePatient();

const business: Business = {
  name: "노하우 주식회사",
  representative: "홍대표",
  registrationNo: "1",
  mailOrderNo: "2",
  address: "서울",
  phone: "02-1",
  email: "help@example.com",
  hosting: "어느 호스팅",
  socialUrl: "https://example.com",
};
const privacy = privacyOf(business);

/** Every address after "#" that a page of texts has. */
const anchors = (path: string): string[] =>
  path === "/terms"
    ? terms.chapters.map(({ id }) => id)
    : questionGroups.flatMap(({ id, questions }) => [id, ...questions.map((question) => question.id)]);

describe("the texts", () => {
  it.each([terms, privacy])("$title has chapters with addresses of their own", ({ chapters }) => {
    expect(new Set(chapters.map(({ id }) => id)).size).toBe(chapters.length);
    for (const { blocks } of chapters) expect(blocks.length).toBeGreaterThan(0);
  });

  it("say what the product does", () => {
    const text = JSON.stringify(terms);
    for (const fact of [
      "5%", "10,500원", "9,500원", "1,500원부터 10,000,000원", "500MB", "50MB", "10MB", "5MB", "30초", "24시간",
      "영업일 기준 3일", "3~5일", "부분 환불", "통신판매중개자", "경고 3회", "20,000자",
      "환불로 회수할 금액", "멘토의 정산 모두를 보류", "결제의 일부가 취소", "1년 안의 주문", "한 시간에 5번, 아이디나 이메일마다 하루 30번",
    ]) expect(text).toContain(fact); // oxfmt-ignore
    expect(text).not.toContain("10%");
    expect(text).not.toContain("하루 3번");
    expect(JSON.stringify(questionGroups)).toContain("환불로 회수할 금액");
    const policy = JSON.stringify(privacy);
    for (const fact of [
      "토스페이먼츠",
      "OpenAI",
      "어느 호스팅",
      "홍대표",
      "help@example.com",
      "5년",
      "3년",
      "sid",
    ])
      expect(policy).toContain(fact);
  });

  it("say of a suspension what its notice says, and of the way back what it asks for", () => {
    for (const said of ["댓글", "좋아요", "신고", "비밀번호 변경"])
      expect(suspensionWords.allowed).toContain(said);
    for (const text of [JSON.stringify(terms), JSON.stringify(questionGroups)]) {
      expect(text).toContain(suspensionWords.allowed);
      expect(text).toContain(suspensionWords.blocked);
      expect(text).not.toContain("가입할 때 적은");
      expect(text).toMatch(/지금 등록된 이름, 닉네임, 이메일, 전화번호.*바꾸기 전 정보를 입력해/);
    }
  });

  it("name all that can be reported, kept and hidden", () => {
    for (const text of [terms, questionGroups, privacy])
      expect(JSON.stringify(text)).toContain("글과 사진(댓글, 후기, 후기 답변, 문의, 문의 답변)");
  });

  it("link only to questions and chapters that are there", () => {
    const links = questionGroups.flatMap(({ questions }) => questions.flatMap(({ links = [] }) => links));
    const named = links
      .map(({ to }) => to.split("#"))
      .filter(([path]) => path === "/terms" || path === "/faq");
    expect(named.length).toBeGreaterThan(0);
    for (const [path = "", anchor] of named) if (anchor) expect(anchors(path)).toContain(anchor);
  });
});

describe("a text on its screen", () => {
  it("has one h1, its date, and a table of contents that leads to every chapter", () => {
    renderAt(<PaperScreen paper={terms} />);
    expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
    expect(screen.getByText("2025-08-04")).toHaveAttribute("datetime", "2025-08-04");
    const links = within(screen.getByRole("navigation", { name: "목차" })).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual(terms.chapters.map(({ id }) => `/#${id}`));
    for (const { id, title } of terms.chapters)
      expect(document.getElementById(id)).toHaveAccessibleName(title);
  });
});

describe("frequent questions", () => {
  it("are four groups, found by every word however it is spaced", () => {
    expect(questionGroups.map(({ title }) => title)).toEqual(["결제", "업로드·판매", "계정", "기술"]);
    expect(findQuestions("부분환불").flatMap(({ questions }) => questions.map(({ id }) => id))).toEqual([
      "refund",
    ]);
    expect(findQuestions("환불 없는말")).toEqual([]);
  });

  it("open at the address of one, are searched, and say when nothing is found", async () => {
    HTMLElement.prototype.scrollIntoView = () => undefined; // jsdom has no layout
    const { router } = renderAt(<FaqScreen />, "/faq#locked", "/faq");
    const locked = screen.getByRole("button", { name: /로그인이 잠겼어요/ });
    expect(locked).toHaveAttribute("aria-expanded", "true");
    await userEvent.click(locked);
    expect(locked).toHaveAttribute("aria-expanded", "false");
    await userEvent.click(screen.getByRole("button", { name: /탈퇴하고 싶어요/ }));
    expect(router.state.location.hash).toBe("#leave");
    const search = screen.getByRole("searchbox", { name: "자주 묻는 질문 검색" });
    await userEvent.type(search, "수수료");
    expect(screen.queryByRole("button", { name: /로그인이 잠겼어요/ })).toBeNull();
    expect(screen.getByRole("button", { name: /판매 수수료/ })).toBeInTheDocument();
    await userEvent.type(search, " 없는말");
    expect(screen.getByText("찾는 질문이 없어요")).toBeInTheDocument();
  });
});
