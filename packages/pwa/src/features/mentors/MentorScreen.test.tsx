import type { CurrentUser, Mentor } from "@knowhow/shared";
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { setActiveUser } from "@knowhow/ui/client/activeUser.ts";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { FollowingScreen } from "./FollowingScreen.tsx";
import { MentorScreen } from "./MentorScreen.tsx";

bePatient();

const { sellerId } = buildContent();
const build = (given: Partial<Mentor> = {}): Mentor => ({
  id: sellerId,
  nickname: "지현",
  profileImageUrl: null,
  introduction: "열 해 동안 가르쳤어요.",
  contentsCount: 1,
  ratingCount: 0,
  ratingMean: null,
  followersCount: 12,
  answerHours: 2.3,
  isFollowed: false,
  ...given,
});

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(async () => {
  setActiveUser(null);
  await server.close();
});

const start = async (mentor: Mentor | undefined, user: CurrentUser | null = buildUser()) => {
  setActiveUser(user?.id ?? null);
  server = await startServer(({ method, path }) => {
    if (path === "/api/auth/me")
      return user ? { body: { user } } : { status: 401, body: { code: "LOGIN_REQUIRED", message: "로그인" } };
    if (path.endsWith("/follow")) {
      const isFollowed = method === "PUT";
      return { body: { isFollowed, followersCount: isFollowed ? 13 : 12 } };
    }
    if (path.startsWith("/api/following")) return { body: mentor ? [mentor] : [] };
    if (!mentor) return { status: 404, body: { code: "NOT_FOUND", message: "없습니다." } };
    if (path.startsWith("/api/search"))
      return {
        body: {
          hits: path.includes(encodeURIComponent("영어")) ? [buildContent({ title: "찾은 영어" })] : [],
          total: 0,
          facets: { category: {}, kind: {}, free: 0, price: [0, 0], prices: {}, ratings: {}, total: 0 },
          isCorrected: false,
        },
      };
    if (path.includes("/contents")) return { body: [buildContent({ title: "여행 영어" })] };
    return { body: { mentor } };
  });
};
const open = async (...given: Parameters<typeof start>) => {
  await start(...given);
  renderAt(<MentorScreen />, `/mentors/${sellerId}`, "/mentors/:id");
};

describe("a mentor's page", () => {
  it("says who they are and what they sell, and is followed from", async () => {
    await open(build());
    expect(await screen.findByRole("heading", { level: 1, name: "지현님" })).toBeInTheDocument();
    for (const text of ["콘텐츠 1개 · 팔로워 12명", "보통 3시간 안에 답해요", "열 해 동안 가르쳤어요."])
      expect(screen.getByText(text)).toBeInTheDocument();
    expect(await screen.findByRole("link", { name: "여행 영어" })).toBeInTheDocument();
    const button = () => screen.findByRole("button", { name: "지현님 팔로우" });
    expect(await button()).toHaveAttribute("aria-pressed", "false");
    fireEvent.click(await button());
    expect(await screen.findByText("콘텐츠 1개 · 팔로워 13명")).toBeInTheDocument();
    expect(await button()).toHaveAttribute("aria-pressed", "true");
    fireEvent.click(await button());
    expect(await screen.findByText("콘텐츠 1개 · 팔로워 12명")).toBeInTheDocument();
  });

  it("is searched, in its address, and says how much was sold where the mentor shows it", async () => {
    await open(build({ salesCount: 1_234 }));
    expect(await screen.findByText("판매 1,234건")).toBeInTheDocument();
    const box = screen.getByRole("textbox", { name: "이 멘토의 콘텐츠 검색" });
    const searchFor = (words: string) => {
      fireEvent.change(box, { target: { value: words } });
      fireEvent.submit(screen.getByRole("search"));
    };
    searchFor(" 영어 ");
    expect(await screen.findByRole("link", { name: "찾은 영어" })).toBeInTheDocument();
    const asked = new URLSearchParams(server.asked.at(-1)?.path.split("?")[1]);
    expect([asked.get("q"), asked.get("mentor")]).toEqual(["영어", sellerId]);
    searchFor("수학");
    expect(await screen.findByRole("link", { name: "마켓에서 찾기" })).toHaveAttribute(
      "href",
      `/market?q=${encodeURIComponent("수학")}`,
    );
    fireEvent.click(screen.getByRole("button", { name: "검색어 지우기" }));
    expect(await screen.findByRole("link", { name: "여행 영어" })).toBeInTheDocument();
  });

  it("leads its own mentor to the profile", async () => {
    await open(build(), buildUser({ id: sellerId }));
    expect(await screen.findByRole("link", { name: "프로필 편집" })).toHaveAttribute(
      "href",
      "/profile#basic",
    );
    expect(screen.queryByRole("button", { name: /팔로우/ })).toBeNull();
  });

  it("leads visitors to the login and back", async () => {
    await open(build(), null);
    const login = await screen.findByRole("link", { name: "로그인하고 팔로우" });
    expect(login).toHaveAttribute("href", `/login?next=${encodeURIComponent(`/mentors/${sellerId}`)}`);
  });

  it("says that there is no such mentor", async () => {
    await open(undefined);
    expect(await screen.findByRole("heading", { name: "멘토를 찾을 수 없습니다" })).toBeInTheDocument();
  });
});

describe("the list of followed mentors", () => {
  it("keeps one who is followed no longer until it is left, without a link where they sell nothing", async () => {
    await start(build({ isFollowed: true, contentsCount: 0 }));
    renderAt(<FollowingScreen />, "/following", "/following");
    const list = await screen.findByRole("list", { name: "팔로우한 멘토" });
    expect(within(list).getByText("지금은 판매하는 콘텐츠가 없어요")).toBeInTheDocument();
    expect(within(list).queryByRole("link")).toBeNull();
    fireEvent.click(within(list).getByRole("button", { name: "지현님 팔로우", pressed: true }));
    expect(
      await within(list).findByRole("button", { name: "지현님 팔로우", pressed: false }),
    ).toBeInTheDocument();
  });

  it("says what following is for where there is none", async () => {
    await start(undefined);
    renderAt(<FollowingScreen />, "/following", "/following");
    expect(await screen.findByText("아직 팔로우한 멘토가 없어요")).toBeInTheDocument();
  });
});
