import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../testing/app.ts";

/**
 * Searches of the demo data, with a part of the first hit's title, and parts of titles that are to be among the first ten.
 */
const expected: readonly (readonly [query: string, first: string, ...among: string[]])[] = [
  // As they stand.
  ["주식", "주식 용어", "주식 매매일지", "주식 첫걸음"],
  ["요리", "한식 양념 비율표", "자취생 한 그릇", "전기밥솥 레시피", "직장인 도시락"],
  ["가계부", "봉투 가계부 엑셀 템플릿", "봉투 가계부: 엑셀로"],
  ["포트폴리오", "포트폴리오 구성안"],
  ["면접", "면접 질문의 속뜻"],
  ["토익", "토익 파트5"],
  ["수면", "교대근무자 수면", "잠이 오는 저녁"],
  ["마라톤", "하프 마라톤"],
  ["홈베이킹", "첫 홈베이킹"],
  ["한국사", "한국사능력검정"],
  ["연봉", "연봉 협상"],
  ["이사", "이사 준비 노션", "이사 D-30"],
  ["결혼", "결혼 준비 체크리스트"],
  ["사진", "스마트폰 사진", "동네 사진 산책"],
  ["깃", "깃(Git) 첫 주"],
  ["배당주", "배당 캘린더"],
  // Several words, in any order, together or apart.
  ["파이썬 엑셀", "파이썬으로 엑셀"],
  ["엑셀 파이썬", "파이썬으로 엑셀"],
  ["노션 이사", "이사 준비 노션"],
  ["여행영어", "여행 영어 상황별"],
  ["주 식 첫걸음", "주식 첫걸음"],
  ["피아노악보", "아리랑 쉬운 피아노 악보"],
  ["영어 이메일", "회사 영어 이메일"],
  ["하프마라톤 훈련표", "하프 마라톤"],
  ["러닝 템플릿", "하프 마라톤", "러닝 기록 엑셀"],
  // Mentors.
  ["느린투자노트", "주식 용어", "주식 매매일지"],
  ["한강러너", "러닝 8주"],
  ["파이썬하는방 무료", "비전공자 파이썬 8주"],
  ["ㅎㄱㄹㄴ", "러닝 8주"],
  // Initial consonants.
  ["ㅈㅅ", "주식 용어", "주식 매매일지", "주식 첫걸음"],
  ["ㅍㅇㅆ", "파이썬으로 엑셀", "비전공자 파이썬"],
  ["ㄱㄱㅂ", "봉투 가계부"],
  ["ㅌㅇ", "토익 파트5"],
  ["ㅇㅅ", "", "봉투 가계부 엑셀"],
  // One wrong letter.
  ["엑샐", "파이썬으로 엑셀", "봉투 가계부 엑셀"],
  ["액셀", "파이썬으로 엑셀", "봉투 가계부 엑셀"],
  ["파이선", "파이썬으로 엑셀", "비전공자 파이썬"],
  ["레시삐", "자취생 한 그릇", "전기밥솥 레시피"],
  ["자기소게서", "자기소개서 다시"],
  ["포토폴리오", "포트폴리오 구성안"],
  ["마라통", "하프 마라톤"],
  ["노숀", "쉬는 칸이 있는", "노션 일정"],
  ["여헹 영어", "여행 영어 상황별"],
  ["쥬식", "주식 용어"],
  ["템플릿트", "", "봉투 가계부 엑셀 템플릿"],
  // Korean words typed on an English keyboard.
  ["wntlr", "주식 용어", "주식 첫걸음"],
  ["dyfl", "한식 양념 비율표"],
  ["shtus", "", "노션 일정"],
  ["ㅔㅛ소ㅐㅜ", "파이썬으로 엑셀"],
  ["sql 레시피", "현업 SQL"],
  // Particles.
  ["주식을", "주식 용어", "주식 첫걸음"],
  ["엑셀로", "봉투 가계부: 엑셀로", "파이썬으로 엑셀"],
  ["요리는", "한식 양념 비율표"],
  ["파이썬으로", "파이썬으로 엑셀", "비전공자 파이썬"],
  ["레시피와", "자취생 한 그릇", "전기밥솥 레시피"],
  ["면접에서", "면접 질문의 속뜻"],
  // Other names of the same.
  ["excel", "파이썬으로 엑셀", "봉투 가계부 엑셀"],
  ["python", "파이썬으로 엑셀", "비전공자 파이썬"],
  ["notion", "쉬는 칸이 있는", "노션 일정", "이사 준비 노션"],
  ["git", "깃(Git) 첫 주"],
  ["재테크", "주식 용어", "주식 첫걸음"],
  ["자소서", "자기소개서 다시"],
  ["달리기", "러닝 첫걸음", "러닝 8주"],
  ["정처기", "정보처리기사"],
  ["컴활", "컴활 1급"],
  ["피피티", "결론부터 말하는 PPT"],
  ["플리", "공부할 때 듣는 50분", "비 오는 날 클래식"],
  // In descriptions alone.
  ["예수금", "주식 첫걸음"],
];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ SEED_DEMO: "true" });
});
afterAll(() => app.stop());

const titlesFor = async (query: string): Promise<string[]> => {
  const { body } = await app.visitor().get(`/api/search?limit=10&q=${encodeURIComponent(query)}`);
  return (body as unknown as { hits: { title: string }[] }).hits.map(({ title }) => title);
};

it("finds what people look for: 95 of 100 among the first ten, 85 at first", async () => {
  const missed: string[] = [];
  const wrong: string[] = [];
  let wanted = 0;
  let firsts = 0;
  for (const [query, first, ...among] of expected) {
    const titles = await titlesFor(query);
    for (const part of first === "" ? among : [first, ...among]) {
      wanted += 1;
      if (!titles.some((title) => title.includes(part))) missed.push(`${query}: ${part}`);
    }
    if (first === "") continue;
    firsts += 1;
    if (!titles[0]?.includes(first)) wrong.push(`${query}: ${titles[0] ?? "nothing"}`);
  }
  expect(1 - missed.length / wanted, missed.join("\n")).toBeGreaterThanOrEqual(0.95);
  expect(1 - wrong.length / firsts, wrong.join("\n")).toBeGreaterThanOrEqual(0.85);
}, 120_000);
