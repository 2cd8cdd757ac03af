import type { CategoryCode } from "@knowhow/shared";
import { describe, expect, it } from "vitest";
import { demoContents } from "../../demo/data.ts";
import type { Passage } from "../helper.ts";
import { categoryOf } from "./categories.ts";
import { titleFrom } from "./draft.ts";
import { createLocalHelper } from "./index.ts";
import { priceFrom } from "./price.ts";
import { pickSentences } from "./rank.ts";
import { sentencesOf } from "./sentences.ts";
import { wordsOf } from "./words.ts";

const never = new AbortController().signal;
const pageOf = (text: string, page = 1, fileName = "글.pdf"): Passage => ({ text, fileName, page });

describe("words and sentences", () => {
  it("takes particles and endings off, and leaves what carries meaning", () => {
    expect(wordsOf("주식을 처음 시작하는 직장인을 위해 정리합니다. ETF와 C++도!")).toEqual([
      "주식", "처음", "시작", "직장인", "정리", "etf", "c++",
    ]); // prettier-ignore
    expect(wordsOf("2026 100 및 그리고 the of")).toEqual([]);
  });

  it("joins wrapped lines, parts sentences and keeps decimals and rows whole", () => {
    const text = [
      "# 제목",
      "이 문장은 종이의 폭이 모자라서 바로 다음 줄까지",
      "이어집니다. 물은 1.5리터를 씁니다.",
      "- 첫째 항목",
      "1. 둘째 항목",
      "이름\t값. 단위",
    ].join("\n");
    expect(sentencesOf(text)).toEqual([
      { text: "제목", isRow: false },
      { text: "이 문장은 종이의 폭이 모자라서 바로 다음 줄까지 이어집니다.", isRow: false },
      { text: "물은 1.5리터를 씁니다.", isRow: false },
      { text: "첫째 항목", isRow: false },
      { text: "둘째 항목", isRow: false },
      { text: "이름 값. 단위", isRow: true },
    ]);
  });
});

describe("categories", () => {
  it("are found for nine of ten contents by title and description", () => {
    const wrong = demoContents.filter(
      ({ category, title, description }) => categoryOf(`${title}\n${description}`, "") !== category,
    );
    expect(demoContents.length).toBeGreaterThan(100);
    expect(wrong.length / demoContents.length).toBeLessThan(0.1);
  });

  it.each([
    ["토익 파트5 문법 총정리 노트", "language"],
    ["리액트로 만드는 첫 웹 서비스", "programming"],
    ["반려동물 강아지와 함께 사는 생활 팁", "lifestyle"],
    ["우쿨렐레 악보와 코드 모음", "music"],
    ["운동할 때 듣는 플레이리스트", "playlist"],
    ["이력서와 면접 준비", "career"],
    ["아무 말도 아닌 말", "lifestyle"],
  ] satisfies [string, CategoryCode][])("%s: %s", (said, category) => {
    expect(categoryOf(said, "")).toBe(category);
  });

  it("listen to the seller more than to the file", () => {
    const file = "주식 계좌와 배당, 재무제표를 다룹니다.";
    expect(categoryOf("", file)).toBe("stock");
    expect(categoryOf("회사원이 쓰는 엑셀 템플릿 양식, 노션 템플릿", file)).toBe("template");
  });
});

describe("titles and prices", () => {
  it.each([
    ["엑셀로 가계부를 자동화하는 방법을 정리한 자료입니다. 쉬워요.", "엑셀로 가계부를 자동화하는 방법"],
    ["주식 초보를 위한 전자책입니다.", "주식 초보를 위한 전자책"],
    ["캠핑 초보 준비물 체크리스트", "캠핑 초보 준비물 체크리스트"],
  ])("%s", (said, title) => {
    expect(titleFrom(said, [])).toBe(title);
  });

  it("are the document's own where little was said, and never too long", () => {
    expect(titleFrom("팔아요", [pageOf("노하우\n무반죽 빵 굽기\n본문입니다.")])).toBe("무반죽 빵 굽기");
    for (const said of ["가".repeat(300), "가나 ".repeat(200), "!", "🙂".repeat(100)]) {
      const length = [...titleFrom(said, [])].length;
      expect(length).toBeGreaterThan(0);
      expect(length).toBeLessThanOrEqual(60);
    }
  });

  const market = (...prices: number[]) => prices.map((price) => ({ id: "x", title: "x", price }));
  it.each([
    [[], 5_000],
    [[3_000], 3_000],
    [[3_000, 9_000, 90_000], 9_000],
    [[4_000, 5_150], 4_600],
    [[10_000_000, 10_000_000], 10_000_000],
  ])("compare with %j: %d", (prices, expected) => {
    expect(priceFrom("stock", "주식", market(...prices)).price).toBe(expected);
  });

  it("are nothing for who gives it away, not for who speaks of free things", () => {
    expect(priceFrom("stock", "무료로 나누고 싶어요", market(3_000)).price).toBe(0);
    expect(priceFrom("stock", "무료 도구만 써서 만드는 법", market(3_000)).price).toBe(3_000);
  });
});

describe("choosing sentences", () => {
  it("takes those that say most, word for word, in their order, with their pages", async () => {
    const pages = [
      pageOf("반죽의 온도가 빵의 맛을 정합니다.\n이 책의 지은이는 고양이를 좋아합니다.", 1),
      pageOf("반죽의 온도는 스물네 도가 알맞습니다. 오븐의 온도는 가장 높게 둡니다.", 2),
      pageOf("빵의 맛은 반죽의 시간과 온도에서 나옵니다.", 3),
    ];
    const picked = await pickSentences(pages, 3, never);
    expect(picked.map(({ passage }) => passage)).toEqual([...picked.map(({ passage }) => passage)].sort());
    for (const { text, passage } of picked) expect(pages[passage]?.text).toContain(text);
    expect(picked.map(({ text }) => text).join()).not.toContain("고양이");
  });

  it("passes over heads and feet, and makes do with what little there is", async () => {
    const head = "하늘 출판사의 모든 권리를 보호합니다.";
    const pages = [1, 2, 3, 4].map((page) =>
      pageOf(`${head}\n${page}번째 장은 온도를 이렇게 설명합니다.`, page),
    );
    expect((await pickSentences(pages, 4, never)).map(({ text }) => text)).not.toContain(head);
    expect((await pickSentences([pageOf("안녕")], 3, never)).map(({ text }) => text)).toEqual(["안녕"]);
    const [endless] = await pickSentences([pageOf("가".repeat(5_000))], 3, never);
    expect(endless?.text).toHaveLength(220);
    expect(await pickSentences([], 3, never)).toEqual([]);
  });

  it("reads 500 pages in a moment, and lets others have their turn meanwhile", async () => {
    const nouns =
      "주식 계좌 배당 종목 금리 시장 수익 위험 분산 매수 매도 기업 실적 성장 가치 가격 환율 채권".split(" ");
    let seed = 7;
    const random = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below;
    const sentence = () =>
      `${Array.from({ length: 9 }, () => `${nouns[random(nouns.length)] ?? ""}${random(400)}을`).join(" ")} 살펴봅니다.`;
    const pages = Array.from({ length: 500 }, (_, page) =>
      pageOf(Array.from({ length: 30 }, sentence).join("\n"), page + 1),
    );
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const started = performance.now();
    expect(await createLocalHelper(() => Promise.resolve([])).summarize(pages, never)).toMatchObject({
      sources: expect.any(Array),
    });
    const took = performance.now() - started;
    clearInterval(timer);
    expect(took).toBeLessThan(10_000);
    expect(turns).toBeGreaterThan(20);
    const controller = new AbortController();
    const left = pickSentences(pages, 6, controller.signal);
    controller.abort();
    await expect(left).rejects.toThrow();
  });
});
