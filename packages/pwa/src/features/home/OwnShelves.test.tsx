import { api, type HomeLists } from "@knowhow/shared";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { setActiveUser, shelvesKey } from "@knowhow/ui/client/activeUser.ts";
import { writeNote } from "@knowhow/ui/client/notes.ts";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { OwnShelves } from "./OwnShelves.tsx";

bePatient();

const one = buildContent({ id: "01900000-0000-7000-8000-000000000001", title: "새 책" });
const other = buildContent({ id: "01900000-0000-7000-8000-000000000002", title: "찜한 책" });
const nothing: HomeLists = {
  continueReading: [],
  newFromFollowed: [],
  wishes: [],
  popularThisWeek: [],
  newest: [],
};

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(async () => {
  cleanup();
  setActiveUser(null);
  await server.close();
});

const open = async (lists: HomeLists | Promise<HomeLists>) => {
  const user = buildUser();
  setActiveUser(user.id);
  server = await startServer(async ({ path }) => ({
    body: path === api.home.get.path ? await lists : { user },
  }));
  renderAt(
    <>
      <OwnShelves />
      <p>인기</p>
    </>,
  );
};
const card = (name: string) => screen.findByRole("heading", { level: 3, name });
const shelves = () => screen.queryAllByRole("heading", { level: 2 }).map((title) => title.textContent);

describe("a member's shelves on home", () => {
  it("are of followed mentors, then wishes, then the week; one without contents is not there", async () => {
    await open({ ...nothing, popularThisWeek: [one], newFromFollowed: [one], wishes: [other] });
    await card("찜한 책");
    expect(shelves()).toEqual(["팔로우한 멘토의 새 콘텐츠", "찜한 콘텐츠", "이번 주 인기"]);
    cleanup();
    await server.close();
    await open({ ...nothing, wishes: [other] });
    await card("찜한 책");
    expect(shelves()).toEqual(["찜한 콘텐츠"]);
  });

  it("have the places of the last time until they are read", async () => {
    await open({ ...nothing, wishes: [other] });
    await card("찜한 책");
    cleanup();
    await server.close();
    let answer: (lists: HomeLists) => void = () => undefined;
    await open(new Promise((resolve) => (answer = resolve)));
    expect(shelves()).toEqual([""]);
    expect(screen.getByText("인기")).toBeVisible();
    answer({ ...nothing, wishes: [other] });
    expect(await card("찜한 책")).toBeVisible();
    expect(screen.getByRole("region", { name: "찜한 콘텐츠" })).toHaveAttribute("aria-busy", "false");
  });

  it("have no place for those of another person", async () => {
    setActiveUser(buildUser().id);
    writeNote(shelvesKey, "another-person 2");
    let answer: (lists: HomeLists) => void = () => undefined;
    await open(new Promise((resolve) => (answer = resolve)));
    expect(shelves()).toEqual([]);
    answer({ ...nothing, popularThisWeek: [one] });
    await card("새 책");
    expect(shelves()).toEqual(["이번 주 인기"]);
  });
});
