import {
  categories,
  isFound,
  priceBands,
  searchWordsOf,
  type SearchAnswer,
  type SearchSuggestion,
} from "@knowhow/shared";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type Answer, type TestClient } from "../../../testing/client.ts";
import { createContent, createSeller, type TestUser } from "../../../testing/factories.ts";
import { idsOf } from "../../../testing/lists.ts";
import { findCorrections } from "./corrections.ts";

const byPath = (query: string) => `/api/contents/search/${encodeURIComponent(query)}`;

let app: TestApp;
let visitor: TestClient;
let seller: TestUser;
const titles: Record<string, string> = {};

const add = async (title: string, overrides: Parameters<typeof createContent>[2] = {}, by = seller) => {
  const { id } = await createContent(app.deps, by.id, { title, category: "hobby", ...overrides });
  titles[id] = title;
  return id;
};
const addressFor = (query: Record<string, string>) => `/api/search?${new URLSearchParams(query).toString()}`;
const find = async (query: Record<string, string>): Promise<SearchAnswer> => {
  const answer = await visitor.get(addressFor(query));
  expect([query, answer.status]).toEqual([query, 200]);
  return answer.body as unknown as SearchAnswer; // held to the contract by the server
};
const titlesOf = async (query: Record<string, string>) => (await find(query)).hits.map(({ title }) => title);
/** All pages of a list, following `Link`. */
const walk = async (first: string, idsIn: (answer: Answer) => string[]): Promise<string[]> => {
  const found: string[] = [];
  for (let path: string | undefined = first; path !== undefined;) {
    const answer = await visitor.get(path);
    expect(answer.status).toBe(200);
    found.push(...idsIn(answer));
    path = /<([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
  }
  return found;
};
const hitsIn = ({ body }: Answer): string[] => (body as unknown as SearchAnswer).hits.map(({ id }) => id);

beforeAll(async () => {
  app = await startTestApp();
  visitor = app.visitor();
  seller = await createSeller(app.deps, { nickname: "그리는 박쉐프" });
});
afterAll(() => app.stop());

describe("words", () => {
  const named = [
    "주식 투자 입문",
    "주식투자 실전편",
    "해외 주식 세금",
    "Python 자동화",
    "100% 합격 자기소개서",
    "snake_case 이름 짓기",
    "역\\슬래시",
    "뷁의 모든 것",
    "ㅋㅋ 유머 모음",
  ];
  beforeAll(async () => {
    for (const title of named) await add(title);
  });

  it.each([
    ["주식", ["주식 투자 입문", "주식투자 실전편", "해외 주식 세금"]],
    ["주식투자", ["주식 투자 입문", "주식투자 실전편"]],
    ["투자 주식", ["주식 투자 입문", "주식투자 실전편"]],
    ["식투", ["주식 투자 입문", "주식투자 실전편"]],
    ["주식".normalize("NFD"), ["주식 투자 입문", "주식투자 실전편", "해외 주식 세금"]],
    ["뷁", ["뷁의 모든 것"]],
    ["세", ["해외 주식 세금"]],
    ["ㅈㅅ", ["주식 투자 입문", "주식투자 실전편", "해외 주식 세금"]],
    ["ㅈㅅㅌㅈ", ["주식 투자 입문", "주식투자 실전편"]],
    ["ㅈㅅ 실전", ["주식투자 실전편"]],
    ["ㅎㅇ ㅅㄱ", ["해외 주식 세금"]],
    ["ㅋㅋ", ["ㅋㅋ 유머 모음"]],
    ["ㄱㅅ", ["100% 합격 자기소개서"]],
    ["ㄳ", ["100% 합격 자기소개서"]],
    ["python", ["Python 자동화"]],
    ["ＰＹＴＨＯＮ", []],
    ["100%", ["100% 합격 자기소개서"]],
    ["0%", ["100% 합격 자기소개서"]],
    ["%", ["100% 합격 자기소개서"]],
    ["e_c", ["snake_case 이름 짓기"]],
    ["_", ["snake_case 이름 짓기"]],
    ["\\", ["역\\슬래시"]],
    ["박쉐프", named],
    ["ㅂㅅㅍ", named],
    ["취미/스킬", named],
    ["박쉐프 python", ["Python 자동화"]],
    ["입문 그리", ["주식 투자 입문"]],
    ["입문그리", []],
    ["없는말", []],
    ["' or 1=1 --", []],
    ["':* | !", []],
  ])("finds %j", async (query, expected) => {
    const answer = await visitor.get(`${byPath(query)}?limit=100`);
    expect(answer.status).toBe(200);
    expect(
      idsOf(answer)
        .map((id) => titles[id])
        .sort(),
    ).toEqual([...expected].sort());
    expect((await titlesOf({ q: query })).sort()).toEqual([...expected].sort());
    // Search on the device finds the same by the same words.
    const words = searchWordsOf(query);
    const names = ["그리는 박쉐프", "취미/스킬"];
    expect(named.filter((title) => isFound(words, [title, ...names])).sort()).toEqual([...expected].sort());
  });

  it.each([
    "",
    " ",
    "%20%20",
    "\u200b",
    "가".repeat(301),
    "가 나 다 라 마 바 사 아 자 차 카 타 파 하 거 너 더 러 머 버 서",
  ])("refuses %j", async (query) => {
    const path = query.startsWith("%") ? `/api/contents/search/${query}` : byPath(query);
    expect(failing(await visitor.get(path))).toBe("400 VALIDATION");
  });

  it.each([
    "cursor=WyJhIl0",
    `cursor=${Buffer.from(JSON.stringify(["a", "title", "1", "now", "x"])).toString("base64url")}`,
    `cursor=${Buffer.from(JSON.stringify(["a", "any", "1", "now", "x"])).toString("base64url")}`,
    "sort=best",
    "category=food",
    "kind=exe",
    "min=-1",
    "max=1.5",
    "rating=6",
    "free=maybe",
    `q=${"가".repeat(301)}`,
  ])("refuses ?%s", async (query) => {
    expect(failing(await visitor.get(`/api/search?q=a&${query}`))).toBe("400 VALIDATION");
  });

  it("knows the categories by the names that the contract has", async () => {
    const { rows } = await app.deps.pool.query<{ label: string }>(
      "select search_category(code) as label from unnest($1::text[]) code",
      [categories.map(({ code }) => code)],
    );
    expect(rows.map(({ label }) => label)).toEqual(categories.map(({ label }) => label));
  });
});

describe("the order of hits", () => {
  it("is titles, then names and other words, then letters across words, then descriptions", async () => {
    const described = await add("한 장 요약");
    await app.deps.pool.query("update contents set description = '고래를 보러 갑니다' where id = $1", [
      described,
    ]);
    await add("늙고 래퍼");
    await add("바다 그림", {}, await createSeller(app.deps, { nickname: "고래친구" }));
    await add("작은 고래");
    const liked = await add("고래 도감");
    await app.deps.pool.query("update contents set likes_count = 3 where id = $1", [liked]);
    await app.deps.pool.query("update contents set likes_count = 9 where id = $1", [described]);
    const best = ["고래 도감", "작은 고래", "바다 그림", "늙고 래퍼", "한 장 요약"];
    expect(await titlesOf({ q: "고래" })).toEqual(best);
    expect((await find({ q: "고래" })).total).toBe(5);
    expect(await titlesOf({ q: "고래", sort: "popular" })).toEqual([
      "한 장 요약",
      "고래 도감",
      ...best.slice(1, 4),
    ]);
    expect(await titlesOf({ q: "고래", sort: "newest" })).toEqual([
      "고래 도감",
      "작은 고래",
      "바다 그림",
      "늙고 래퍼",
      "한 장 요약",
    ]);
    for (const sort of ["relevance", "popular", "newest", "price", "rating"]) {
      const all = await walk(addressFor({ q: "고래", sort, limit: "1" }), hitsIn);
      expect([sort, new Set(all).size, all.length]).toEqual([sort, 5, 5]);
    }
    await app.deps.pool.query("update contents set likes_count = 0");
  });
});

describe("descriptions", () => {
  it.each(["abc-1732", "foo_bar", "c++심화", "(기초반)", "1.5배속"])(
    "find %s as it is written there",
    async (word) => {
      const id = await add("두더지 이야기");
      await add("두더지의 이웃");
      await app.deps.pool.query("update contents set description = $2 where id = $1", [
        id,
        `여기서 ${word} 다룹니다`,
      ]);
      const { hits } = await find({ q: word });
      expect(hits.map((hit) => hit.id)).toEqual([id]);
      await app.deps.pool.query("update contents set description = '끝' where id = $1", [id]);
    },
  );
});

describe("filters", () => {
  beforeAll(async () => {
    await add("너구리 무료", { price: 0, category: "music" });
    await add("너구리 오천", { price: 5_000, category: "sports" });
    await add("너구리 만원", { price: 10_000, category: "sports" });
  });

  const all = {
    kind: { link: 3 },
    free: 1,
    price: [0, 10_000],
    prices: { low: 2, middle: 1, high: 0 },
    ratings: { 3: 0, 4: 0 },
    total: 3,
  };
  const ofSports = {
    kind: { link: 2 },
    free: 0,
    price: [5_000, 10_000],
    prices: { low: 1, middle: 1, high: 0 },
    ratings: { 3: 0, 4: 0 },
    total: 2,
  };
  const ofNone = { ...ofSports, kind: {}, price: [0, 0], prices: { low: 0, middle: 0, high: 0 }, total: 0 };
  const ofCategories: Record<string, object> = { sports: ofSports, cooking: ofNone };

  it.each<[Record<string, string>, string[]]>([
    [{ category: "sports" }, ["너구리 만원", "너구리 오천"]],
    [{ category: "sports", max: "9999" }, ["너구리 오천"]],
    [{ category: "cooking" }, []],
    [{ min: "5000", max: "9999" }, ["너구리 오천"]],
    [{ free: "true" }, ["너구리 무료"]],
    [{ kind: "link" }, ["너구리 만원", "너구리 오천", "너구리 무료"]],
    [{ kind: "pdf" }, []],
    [{ rating: "4" }, []],
    [{ sort: "price" }, ["너구리 무료", "너구리 오천", "너구리 만원"]],
  ])("by %j", async (filters, expected) => {
    const { hits, total, facets } = await find({ q: "너구리", ...filters });
    expect([hits.map(({ title }) => title), total]).toEqual([expected, expected.length]);
    const rest = { ...all, ...ofCategories[filters.category ?? ""] };
    expect(facets).toEqual({ category: { music: 1, sports: 2 }, ...rest });
  });

  it("by bands of what buyers pay, which are counted alike", async () => {
    const totals = {
      9_523: "9,999",
      9_524: "10,000",
      9_525: "10,001",
      10_000: "10,500",
      28_571: "29,999",
      28_572: "30,000",
      28_573: "30,001",
      29_000: "30,450",
    };
    for (const [price, total] of Object.entries(totals))
      await add(`오소리 ${total}`, { price: Number(price) });
    const found = async ({ min, max }: { min: number; max: number }) =>
      (await titlesOf({ q: "오소리", sort: "price", min: String(min), max: String(max) })).map((title) =>
        title.replace("오소리 ", ""),
      );
    const hits = {
      low: await found(priceBands.low),
      middle: await found(priceBands.middle),
      high: await found(priceBands.high),
    };
    expect(hits).toEqual({
      low: ["9,999", "10,000"],
      middle: ["10,000", "10,001", "10,500", "29,999", "30,000"],
      high: ["30,000", "30,001", "30,450"],
    });
    expect((await find({ q: "오소리" })).facets.prices).toEqual({
      low: hits.low.length,
      middle: hits.middle.length,
      high: hits.high.length,
    });
  });

  it("by ratings, of which a mean needs three; the order goes by what is sure", async () => {
    const rate = async (title: string, count: number, sum: number) => {
      await app.deps.pool.query("update contents set rating_count = $2, rating_sum = $3 where title = $1", [
        title,
        count,
        sum,
      ]);
      app.deps.microCache.drop();
    };
    const titlesOf = async (asked: Record<string, string>) =>
      (await find({ q: "너구리", ...asked })).hits.map(({ title }) => title);
    await rate("너구리 오천", 200, 950);
    await rate("너구리 만원", 1, 5);
    expect(await titlesOf({ sort: "rating" })).toEqual(["너구리 오천", "너구리 만원", "너구리 무료"]);
    expect(await titlesOf({ rating: "4" })).toEqual(["너구리 오천"]);
    expect((await find({ q: "너구리" })).facets.ratings).toEqual({ 3: 1, 4: 1 });
    await rate("너구리 만원", 4, 14);
    expect((await find({ q: "너구리" })).facets.ratings).toEqual({ 3: 2, 4: 1 });
    expect((await find({ q: "너구리", category: "music" })).facets.ratings).toEqual({ 3: 0, 4: 0 });
    await rate("너구리 만원", 1, 5);
    await rate("너구리 오천", 0, 0);
    expect(await titlesOf({ sort: "rating" })).toEqual(["너구리 만원", "너구리 오천", "너구리 무료"]);
    await rate("너구리 만원", 0, 0);
  });

  it("by the mentor, page by page, with figures of what they sell alone", async () => {
    const other = await createSeller(app.deps);
    const own: string[] = [];
    for (const title of ["수달의 하루", "수달과 강", "수달 그리기"])
      own.push(await add(title, { price: 0, category: "template" }, other));
    await add("해달 그리기", { category: "template" }, other);
    await add("수달 사진");
    const asked = { q: "수달", mentor: other.id };
    const { hits, total, facets } = await find(asked);
    expect(hits.map(({ id }) => id).sort()).toEqual([...own].sort());
    expect([total, facets.category]).toEqual([3, { template: 3 }]);
    expect((await walk(addressFor({ ...asked, limit: "1" }), hitsIn)).sort()).toEqual([...own].sort());
    expect((await find({ mentor: other.id })).total).toBe(4);
    // Neither another spelling nor other sellers' contents stand in for what they do not sell.
    expect(await find({ q: "너구리 만원", mentor: other.id })).toMatchObject({ hits: [], total: 0 });
    expect((await find({ q: "너구리 만원", mentor: other.id })).near).toBeUndefined();
    const pause = (at: string) =>
      app.deps.pool.query(`update contents set paused_at = ${at} where id = $1`, [own[0]]);
    await pause("app_now()");
    expect((await find(asked)).hits).toHaveLength(2);
    await pause("null");
    expect(failing(await visitor.get(addressFor({ mentor: "x" })))).toBe("400 VALIDATION");
  });

  it("work without words", async () => {
    expect(await titlesOf({ category: "music" })).toEqual(["너구리 무료"]);
    expect((await find({})).total).toBe(Object.keys(titles).length);
  });
});

describe("words that find nothing", () => {
  it("are corrected, and say so; the other call has the same hits on all pages", async () => {
    for (const n of [1, 2, 3]) await add(`스프링클러 ${n}권`);
    const { hits, didYouMean, isCorrected } = await find({ q: "스프렁클러" });
    expect([didYouMean, isCorrected, hits.length]).toEqual(["스프링클러", true, 3]);
    expect(await walk(`${byPath("스프렁클러")}?limit=1`, idsOf)).toEqual(hits.map(({ id }) => id));
    expect((await find({ q: "스프링클러" })).didYouMean).toBeUndefined();
  });

  it("have other candidates, where the nearest one is known twice", async () => {
    const known = ["두더지굴", "두더지굴", "두더지굴", "두더지귤"];
    await app.deps.pool.query(
      "insert into search_words select w, normalize(w, NFD) from unnest($1::text[]) w",
      [known],
    );
    expect(await findCorrections(app.deps.pool, ["두더지글"])).toEqual([["두더지굴"], ["두더지귤"]]);
    await app.deps.pool.query("delete from search_words where word = any ($1)", [known]);
  });

  it("find what is near, with one word less", async () => {
    const { hits, near, total } = await find({ q: "스프링클러 낙타" });
    expect([hits, total, near?.words, near?.hits.length]).toEqual([[], 0, "스프링클러", 3]);
  });

  it.each(["뷁뷁뷁", "ㅋㅎㅍ", "뷁뷁뷁 ㅋㅎㅍ"])(
    "leave %j, of which nothing fits, with what is popular, in the chosen category",
    async (q) => {
      const setLikes = (count: number) =>
        app.deps.pool.query(
          "update contents set likes_count = $1 where title in ('너구리 오천', '뷁의 모든 것')",
          [count],
        );
      await setLikes(7);
      const [everywhere, inOne, inNone] = [
        await find({ q }),
        await find({ q, category: "sports", sort: "price" }),
        await find({ q, category: "relationship" }),
      ];
      await setLikes(0);
      const titlesIn = ({ near }: SearchAnswer) => near?.hits.map(({ title }) => title);
      expect(titlesIn(everywhere)).toHaveLength(8);
      expect(titlesIn(everywhere)?.slice(0, 2).sort()).toEqual(["너구리 오천", "뷁의 모든 것"]);
      expect(titlesIn(inOne)).toEqual(["너구리 오천", "너구리 만원"]);
      expect([everywhere.near?.words, inOne.near?.words, inNone.near]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    },
  );

  it.each<Record<string, string>>([
    { q: "너구리", min: "9000000" },
    { q: "너구리", category: "cooking" },
    { min: "9000000" },
  ])("leave nothing popular where only what else is chosen finds nothing: %j", async (query) => {
    expect(await find(query)).toMatchObject({ hits: [] });
    expect((await find(query)).near).toBeUndefined();
  });
});

describe("words that mean more than their letters", () => {
  beforeAll(async () => {
    await add("하마 산책 지도");
    await add("하마산책");
    await add("하마와 함께 걷는 산책 안내");
    await add("오릭스 소식", {}, await createSeller(app.deps, { nickname: "오리너구리방" }));
    await add("오리 너구리 비교");
    await add("이 별 연못");
    await add("일본어 아침");
  });

  it.each([
    // A compound finds its words apart, behind those that have it in one.
    ["하마산책", ["하마산책", "하마 산책 지도", "하마와 함께 걷는 산책 안내"]],
    ["하마산책을", ["하마와 함께 걷는 산책 안내", "하마산책", "하마 산책 지도"]],
    // Syllables that were typed apart, where there is such a word.
    ["산 책", ["하마와 함께 걷는 산책 안내", "하마 산책 지도"]],
    // Initials within a word before those that go on across a space.
    ["ㅇㅂㅇ", ["일본어 아침", "이 별 연못"]],
    // What a word is called elsewhere counts in a title before it counts in a name.
    ["오리를", ["오리 너구리 비교", "오릭스 소식"]],
  ])("%s", async (query, best) => {
    const found = await titlesOf({ q: query });
    expect(found.filter((title) => best.includes(title))).toEqual(
      best.filter((title) => found.includes(title)),
    );
    expect(found).toEqual(expect.arrayContaining(best));
  });

  it("are corrected from the other keyboard, a shift that was missed and whole syllables too", async () => {
    await add("뜨개질 python 일지");
    await add("뜨개질 python 노트");
    await add("뜨개질 python 정리");
    for (const [typed, meant, count] of [
      ["Emrowlf", "뜨개질", 3],
      ["emrowlf", "뜨개질", 3],
      ["ㅔㅛ쇄ㅜ", "python", 4],
    ] as const) {
      const { hits, didYouMean } = await find({ q: typed });
      expect([typed, didYouMean, hits.length]).toEqual([typed, meant, count]);
    }
  });
});

describe("two transactions with the same new words", () => {
  it("do not wait for each other, whatever their order", async () => {
    const by = await createSeller(app.deps);
    const ids = [await add("원앙 하나", {}, by), await add("원앙 둘", {}, by), await add("원앙 셋", {}, by)];
    const [one, two] = [await app.deps.pool.connect(), await app.deps.pool.connect()];
    try {
      const rename = (client: typeof one, id: string | undefined, title: string) =>
        client.query("update contents set title = $2 where id = $1", [id, title]);
      const shared = Array.from({ length: 50 }, (_, n) => `새낱말${String.fromCodePoint(0xac00 + 28 * n)}`);
      await one.query("begin; set local lock_timeout = '5s'");
      await two.query("begin; set local lock_timeout = '5s'");
      await rename(one, ids[0], shared.slice(0, 25).join(" "));
      await rename(two, ids[1], shared.slice(25).join(" "));
      await rename(one, ids[0], shared.join(" "));
      await rename(two, ids[1], shared.toReversed().join(" "));
      await Promise.all([one.query("commit"), two.query("commit")]);
    } finally {
      one.release();
      two.release();
    }
    expect((await find({ q: "새낱말가" })).hits.map(({ id }) => id).sort()).toEqual([ids[0], ids[1]].sort());
    // A bystander.
    expect((await find({ q: "원앙" })).hits.map(({ id }) => id)).toEqual([ids[2]]);
  });
});

describe("documents", () => {
  const countOf = async (q: string) => (await find({ q })).hits.length;

  it("follow titles, names, pauses, bans and deletions", async () => {
    const mentor = await createSeller(app.deps, { nickname: "해오라기" });
    const id = await add("두루미 관찰", {}, mentor);
    const other = await add("두루미 노래");
    expect([await countOf("두루미"), await countOf("해오라기")]).toEqual([2, 1]);
    await app.deps.pool.query("update users set nickname = '왜가리' where id = $1", [mentor.id]);
    expect([await countOf("해오라기"), await countOf("왜가리")]).toEqual([0, 1]);
    const { rows } = await app.deps.pool.query(
      "select word from search_words where word in ('해오라기', '왜가리', '두루미') order by word",
    );
    expect(rows).toEqual([{ word: "두루미" }, { word: "왜가리" }]);
    await app.deps.pool.query(
      "update contents set title = '가마우지', description = '뜸부기' where id = $1",
      [id],
    );
    expect([await countOf("두루미"), await countOf("가마우지"), await countOf("뜸부기")]).toEqual([1, 1, 1]);
    const owner = await app.as(mentor);
    await owner.put(`/api/contents/${id}/state`, { state: "paused" });
    expect(await countOf("왜가리")).toBe(0);
    await owner.put(`/api/contents/${id}/state`, { state: "listed" });
    expect(await countOf("왜가리")).toBe(1);
    await app.deps.pool.query("update users set is_banned = 1 where id = $1", [mentor.id]);
    expect(await countOf("왜가리")).toBe(0);
    await app.deps.pool.query("update users set is_banned = 0 where id = $1", [mentor.id]);
    expect(await countOf("왜가리")).toBe(1);
    await owner.delete(`/api/contents/${id}`);
    expect(await countOf("왜가리")).toBe(0);
    // A bystander.
    expect((await find({ q: "두루미" })).hits.map((hit) => hit.id)).toEqual([other]);
  });
});

describe("suggestions", () => {
  const suggest = async (q: string) => {
    const { status, body } = await visitor.get(`/api/search/suggestions?q=${encodeURIComponent(q)}`);
    expect(status).toBe(200);
    return (body as unknown as { suggestions: SearchSuggestion[] }).suggestions;
  };

  it("are categories, mentors and titles, also in the middle of a syllable", async () => {
    const mentor = await createSeller(app.deps, { nickname: "운동하는 기린" });
    const id = await add("운동장 열 바퀴", {}, mentor);
    expect(await suggest("운동")).toEqual([
      { kind: "category", text: "스포츠/운동", id: "sports" },
      { kind: "mentor", text: "운동하는 기린", id: mentor.id },
      { kind: "title", text: "운동장 열 바퀴", id },
      ...["너구리 만원", "너구리 오천"].map((text) => ({
        kind: "title" as const,
        text,
        id: Object.keys(titles).find((key) => titles[key] === text),
      })),
    ]);
    for (const typed of ["운동자", "운동ㅈ", "운동장"])
      expect([typed, (await suggest(typed))[0]?.text]).toEqual([typed, "운동장 열 바퀴"]);
    expect(await suggest("")).toEqual([]);
    expect(await suggest("%")).toHaveLength(1);
    expect((await suggest("주")).map(({ kind }) => kind)).toEqual(["category", "title", "title", "title"]);
  });
});

describe("a search among many", () => {
  const count = 6_000;
  /** Hits of a word in the order of popularity, as one look at everything finds them. */
  const expectedOf = async (word: string): Promise<string[]> => {
    const { rows } = await app.deps.pool.query<{ id: string }>(
      `select content_id as id from search_documents where title like $1
       order by popularity desc, upload_time desc, content_id desc`,
      [`% ${word}%`],
    );
    return rows.map(({ id }) => id);
  };

  beforeAll(async () => {
    // Frequent words everywhere, a rare one behind the most popular, one that both ways find in part.
    await app.deps.pool.query(
      `insert into contents (id, title, description, category, price, file_urls, seller_id, upload_time, view_count)
       select gen_random_uuid(),
              '다람쥐 ' || n || case when n % 750 = 0 then ' 희귀템' else '' end || case when n > 5990 then ' 마지막' else '' end,
              'x', 'stock', 0, '{x}', $1, now() - n % 7 * interval '1 hour', (${count} - n) / 10
       from generate_series(1, ${count}) n`,
      [seller.id],
    );
    await app.deps.pool.query("analyze contents; analyze search_documents");
  }, 120_000);

  it.each([
    ["희귀템", 8, 3],
    ["마지막", 10, 4],
    ["ㅎㄱㅌ", 8, 100],
    ["다람쥐", count, 100],
  ])("gives every hit of %s once on all pages", async (word, hits, limit) => {
    const found = await walk(addressFor({ q: word, limit: String(limit) }), hitsIn);
    expect(found).toHaveLength(hits);
    expect(found).toEqual(await expectedOf(word));
    expect((await find({ q: word })).total).toBe(Math.min(hits, 1_000));
  });

  it("gives every hit once where all tie, under each order and filter, and from the call that has no choices", async () => {
    await app.deps.pool.query(
      `insert into contents (id, title, description, category, price, file_urls, seller_id, upload_time)
       select gen_random_uuid(), '비단뱀', 'x', 'stock', 0, '{x}', $1, '2026-01-01Z' from generate_series(1, 25)`,
      [seller.id],
    );
    const expected = await expectedOf("비단뱀");
    expect(expected).toHaveLength(25);
    for (const sort of ["relevance", "popular", "newest", "price", "rating"]) {
      const asked = { q: "비단뱀", sort, category: "stock", max: "0", limit: "13" };
      expect([sort, await walk(addressFor(asked), hitsIn)]).toEqual([sort, expected]);
    }
    // The words of the first page are those of the second, also where they were corrected.
    for (const typed of ["비단뱀", "비단벰", "qleksqoa"])
      expect([typed, await walk(`${byPath(typed)}?limit=13`, idsOf)]).toEqual([typed, expected]);
  });

  it.each<Record<string, string>>([
    { q: "다람쥐 희귀", sort: "newest" },
    { q: "람쥐 희귀", sort: "relevance" },
    { q: "희귀템", sort: "price" },
    { q: "희귀템", sort: "rating", free: "true" },
  ])("gives every hit of %j once", async (query) => {
    const found = await walk(addressFor({ ...query, limit: "3" }), hitsIn);
    expect(new Set(found).size).toBe(found.length);
    expect([...found].sort()).toEqual((await expectedOf("희귀템")).sort());
  });
});
