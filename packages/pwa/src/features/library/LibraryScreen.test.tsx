import { api, type BoughtContent, type ReadingEntry } from "@knowhow/shared";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { readingsKey, setActiveUser } from "@knowhow/ui/client/activeUser.ts";
import { readNote, writeNote } from "@knowhow/ui/client/notes.ts";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { testPlatform } from "@knowhow/ui/testing/platform.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer, type FakeAnswer } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { keepPlace, placeKey } from "../../offline/readingPlaces.ts";
import { LibraryScreen } from "./LibraryScreen.tsx";

bePatient();

const idOf = (index: number): string => `01900000-0000-7000-8000-00000000000${index}`;
const buy = (index: number, title: string, more: Partial<BoughtContent> = {}): BoughtContent => ({
  ...buildContent({ id: idOf(index), hasPurchased: true, title }),
  orderNumber: `KH20261121-00000000000${index}`,
  purchasedAt: `2026-11-0${9 - index}T00:00:00.000Z`,
  chatRoomId: null,
  lastReadAt: null,
  ...more,
});
const reading = (index: number, more: Partial<ReadingEntry> = {}): ReadingEntry => ({
  contentId: idOf(index),
  index: 0,
  title: `제목 ${index}`,
  category: "language",
  previewImageUrl: null,
  fileName: "교재.pdf",
  position: 0.25,
  page: 12,
  at: "2026-11-20T00:00:00.000Z",
  ...more,
});

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(async () => {
  setActiveUser(null);
  await server.close();
});

const open = async (
  pages: BoughtContent[][],
  readings: ReadingEntry[] | Promise<ReadingEntry[]> = [],
  failing?: FakeAnswer,
) => {
  const user = buildUser();
  setActiveUser(user.id);
  server = await startServer(async ({ path }) => {
    if (path === api.accounts.me.path) return { body: { user } };
    if (path === api.reading.list.path) return { body: { readings: await readings } };
    if (path === api.wishes.news.path) return { body: { count: 0 } };
    if (failing) return failing;
    const page = Number(/cursor=(\d)/.exec(path)?.[1] ?? 0);
    const next = page + 1;
    return {
      body: pages[page] ?? [],
      ...(next < pages.length
        ? {
            headers: {
              link: `</api/buyer/contents?cursor=${next}>; rel="next"`,
              "access-control-expose-headers": "link",
            },
          }
        : {}),
    };
  });
  renderAt(<LibraryScreen />, "/library");
  return user;
};
const titles = () =>
  within(screen.getByRole("list", { name: "구매한 콘텐츠 목록" }))
    .getAllByRole("link")
    .map(({ textContent }) => textContent)
    .filter((text) => /^책 \d$/.test(text));

describe("the library", () => {
  it("goes by what was read or bought last, over all pages", async () => {
    await open(
      [
        [buy(1, "책 1"), buy(2, "책 2")],
        [buy(3, "책 3", { lastReadAt: "2026-11-19T00:00:00.000Z" }), buy(4, "책 4")],
      ],
      [reading(4)],
    );
    await waitFor(() => expect(titles()).toEqual(["책 4", "책 3", "책 1", "책 2"]));
    fireEvent.change(screen.getByRole("textbox", { name: "구매한 콘텐츠 검색" }), { target: { value: "3" } });
    expect(titles()).toEqual(["책 3"]);
  });

  it("is searched by the market's rules: initials, spaces and the other keyboard", async () => {
    await open([[buy(1, "책 1"), buy(2, "책 2"), buy(3, "책 3")]]);
    await waitFor(() => expect(titles()).toHaveLength(3));
    const box = screen.getByRole("textbox", { name: "구매한 콘텐츠 검색" });
    const find = (value: string) => {
      fireEvent.change(box, { target: { value } });
      return titles();
    };
    for (const typed of ["ㅊ 2", "책2", "cor 2"]) expect([typed, find(typed)]).toEqual([typed, ["책 2"]]);
    expect(screen.getByText("'책 2' 검색으로 1개를 찾았어요")).toBeInTheDocument();
    fireEvent.change(box, { target: { value: "cor 9" } });
    expect(screen.queryByRole("list", { name: "구매한 콘텐츠 목록" })).toBeNull();
  });

  it("shows hits at the beginning of a word first, initials too, and of those the last used", async () => {
    await open(
      [
        [
          buy(1, "책 1", { description: "코딩 이야기" }),
          buy(2, "디코딩 책 2"),
          buy(3, "책 3", { mentorNickname: "코딩하는 곰" }),
          buy(4, "처음 코딩 책 4"),
          buy(5, "코딩 책 5"),
        ],
      ],
      [reading(1), reading(5, { at: "2026-11-19T00:00:00.000Z" })],
    );
    const found = () =>
      within(screen.getByRole("list", { name: "구매한 콘텐츠 목록" }))
        .getAllByRole("link")
        .flatMap(({ textContent }) => /책 \d$/.exec(textContent)?.[0] ?? []);
    await waitFor(() => expect(found()).toEqual(["책 1", "책 5", "책 2", "책 3", "책 4"]));
    const box = screen.getByRole("textbox", { name: "구매한 콘텐츠 검색" });
    for (const [typed, expected] of [
      ["코딩", ["책 5", "책 4", "책 3", "책 2", "책 1"]],
      ["zheld", ["책 5", "책 4", "책 3", "책 2", "책 1"]],
      ["ㅋㄷ", ["책 5", "책 4", "책 3", "책 2"]],
      ["", ["책 1", "책 5", "책 2", "책 3", "책 4"]],
    ] as const) {
      fireEvent.change(box, { target: { value: typed } });
      expect([typed, found()]).toEqual([typed, expected]);
    }
  });

  it("leads to where reading stopped, by this device where it is newer", async () => {
    const texts = testPlatform.device.textsOf(buildUser().id);
    keepPlace(texts, placeKey(idOf(2), "0"), { position: 0.5, page: 7 });
    await open([[buy(1, "책 1"), buy(2, "책 2")]], [reading(1, { position: 1 }), reading(2)]);
    const row = await screen.findByRole("region", { name: "이어 읽기" });
    const links = await within(row).findAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      `/read/${idOf(2)}/0`,
      `/read/${idOf(1)}/0`,
    ]);
    expect(links[0]).toHaveTextContent("7쪽 · 50%");
    expect(links[1]).toHaveTextContent("끝까지 읽었어요");
    expect(readNote(readingsKey)).toBe(buildUser().id);
  });

  it("shows the list only with what stands above it, the first time on a device", async () => {
    writeNote(readingsKey, null);
    let answer: (readings: ReadingEntry[]) => void = () => undefined;
    await open([[buy(1, "책 1")]], new Promise((resolve) => (answer = resolve)));
    const list = () => screen.getByRole("region", { name: "구매한 콘텐츠" });
    await screen.findByText("책 1");
    expect(list()).not.toBeVisible();
    answer([reading(1)]);
    await screen.findByRole("region", { name: "이어 읽기" });
    await waitFor(() => expect(list()).toBeVisible());
    cleanup();
    // Known by now, to have something or nothing.
    await server.close();
    await open([[buy(1, "책 1")]], []);
    await waitFor(() => expect(list()).toBeVisible());
    await waitFor(() => expect(readNote(readingsKey)).toBe(`-${buildUser().id}`));
  });

  it("leads to the market where nothing was bought", async () => {
    await open([[]]);
    expect(await screen.findByText("아직 구매한 콘텐츠가 없어요")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "마켓 둘러보기" })).toHaveAttribute("href", "/market");
    expect(screen.queryByRole("region", { name: "이어 읽기" })).toBeNull();
  });

  it("says that it could not be read", async () => {
    await open([], [], { status: 500, body: { code: "INTERNAL", message: "오류" } });
    expect(await screen.findByText("구매한 콘텐츠를 불러오지 못했습니다")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "다시 시도" })).toBeInTheDocument();
  });
});
