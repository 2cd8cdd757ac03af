import { api, type WishedContent } from "@knowhow/shared";
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { WishesScreen } from "./WishesScreen.tsx";

bePatient();

const idOf = (index: number): string => `01900000-0000-7000-8000-00000000000${index}`;
const wished = (index: number, news: Partial<WishedContent> = {}): WishedContent => ({
  ...buildContent({ id: idOf(index), title: `제목 ${index}`, isWished: true }),
  priceBefore: null,
  newVersion: null,
  ...news,
});

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

it("marks what costs less or has a new version, counts it, and tells the server once what was seen", async () => {
  let unseen = 2;
  server = await startServer(({ path }) => {
    if (path === api.accounts.me.path) return { body: { user: buildUser() } };
    if (path === api.wishes.news.path) return { body: { count: unseen } };
    if (path === api.wishes.seen.path) {
      unseen = 0;
      return { body: { ok: true } };
    }
    return {
      body: [wished(1, { price: 9_000, priceBefore: 12_000 }), wished(2, { newVersion: 3 }), wished(3)],
    };
  });
  const { queryClient } = renderAt(<WishesScreen />, "/wishes");
  expect(await screen.findByText("가격이 내렸어요: 12,600원 → 9,450원")).toBeInTheDocument();
  expect(screen.getByText("새 버전이 나왔어요")).toBeInTheDocument();
  const told = () => server.asked.filter(({ path }) => path === api.wishes.seen.path);
  await waitFor(() => {
    expect(told()).toHaveLength(1);
  });
  expect(JSON.parse(told()[0]?.body ?? "")).toEqual({
    shown: [
      { contentId: idOf(1), price: 9_000, newVersion: null },
      { contentId: idOf(2), price: 10_000, newVersion: 3 },
    ],
  });
  await waitFor(() => {
    expect(screen.queryByRole("img", { name: /새 소식/ })).toBeNull();
  });
  // The marks stay in sight, and are not told of a second time.
  await act(() => queryClient.refetchQueries({ queryKey: [api.wishes.list.path] }));
  expect(screen.getByText("새 버전이 나왔어요")).toBeInTheDocument();
  expect(told()).toHaveLength(1);
});
