import { api, type WishedContent } from "@knowhow/shared";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
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

it("takes a removal back from its notice, after the list was read anew too", async () => {
  const wishes = new Map([1, 2].map((index) => [idOf(index), wished(index)]));
  server = await startServer(({ method, path }) => {
    if (path === api.accounts.me.path) return { body: { user: buildUser() } };
    if (path === api.wishes.news.path) return { body: { count: 0 } };
    const id = /contents\/([^/]+)\/wish$/.exec(path)?.[1];
    if (id === undefined) return { body: [...wishes.values()] };
    if (method === "PUT") wishes.set(id, wished(1));
    else wishes.delete(id);
    return { body: { isWished: method === "PUT" } };
  });
  renderAt(<WishesScreen />, "/wishes");
  const button = (index: number) => screen.findByRole("button", { name: `제목 ${index} 찜 해제` });
  const reads = () => server.asked.filter(({ path }) => path === api.wishes.list.path);
  fireEvent.click(await button(1));
  await waitFor(() => {
    expect(reads()).toHaveLength(2);
  });
  await waitFor(() => {
    expect(screen.queryByRole("link", { name: "제목 1" })).toBeNull();
  });
  expect(await button(2)).toBeInTheDocument();
  fireEvent.click(screen.getByRole("button", { name: "되돌리기" }));
  expect(await button(1)).toBeInTheDocument();
  expect([...wishes.keys()].sort()).toEqual([idOf(1), idOf(2)]);
});
