import { act, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type * as events from "../../client/events.ts";
import { bePatient } from "../../testing/patience.ts";
import { renderAt } from "../../testing/render.tsx";
import type { startServer } from "../../testing/server.ts";
import { buildReport, idOf, startAdminServer } from "../testing.ts";
import { useQueue } from "./useQueue.ts";

bePatient();

const news = vi.hoisted(() => new Map<string, Set<(data: unknown) => void>>());
vi.mock("../../client/events.ts", async (original) => ({
  ...(await original<typeof events>()),
  onNews: (name: string, handler: (data: unknown) => void) => {
    const handlers = news.get(name) ?? new Set();
    news.set(name, handlers.add(handler));
    return () => handlers.delete(handler);
  },
}));
const tell = (name: string, data: object = {}) => {
  act(() => {
    for (const handler of news.get(name) ?? []) handler(data);
  });
};

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const at = (nth: number) =>
  buildReport({ id: idOf(String(nth)), createdAt: `2026-11-20T00:00:${String(nth).padStart(2, "0")}.000Z` });

/** Serves pages of two, of whatever waits now. */
const start = async (waiting: () => readonly number[]) => {
  const counts = { all: 9, pending: 9, processed: 0 };
  server = await startAdminServer({
    "/api/admin/reports": ({ path }) => {
      const cursor = Number(new URL(path, "http://page.invalid").searchParams.get("cursor") ?? 99);
      const left = waiting().filter((nth) => nth < cursor);
      const page = left.slice(0, 2);
      const more: Record<string, string> =
        left.length > 2 ? { link: `</api/admin/reports?cursor=${page.at(-1)}>; rel="next"` } : {};
      return { body: { reports: page.map(at), counts }, headers: more };
    },
  });
  const List = () => {
    const { queue, hasMore, loadMore, look } = useQueue({ filter: "pending", type: "", reason: "", q: "" });
    return (
      <>
        <p data-testid="queue">{queue?.reports.map(({ id }) => Number(id.slice(-12))).join(" ")}</p>
        <button onClick={loadMore}>{hasMore ? "more" : "all"}</button>
        <button onClick={() => look(3)}>look</button>
      </>
    );
  };
  renderAt(<List />, "/admin");
  const shown = () => screen.getByTestId("queue").textContent;
  const more = async (until: string) => {
    act(() => screen.getByText("more").click());
    await expect.poll(shown).toBe(until);
  };
  await expect.poll(shown).toBe(waiting().slice(0, 2).join(" "));
  return { shown, more };
};

describe("the queue after news were missed", () => {
  it("reads anew as far as somebody looks, and pages the rest again", async () => {
    let waiting = [9, 8, 7, 6, 5, 4];
    const { shown, more } = await start(() => waiting);
    await more("9 8 7 6");
    await more("9 8 7 6 5 4");
    act(() => screen.getByText("look").click());
    // 7 and 5 were decided elsewhere, and nobody told of it.
    waiting = [9, 8, 6, 4];
    tell("resync");
    await expect.poll(shown).toBe("9 8 6 4");
    await expect.poll(() => screen.queryByText("all")).not.toBeNull();
  });

  it("drops what is behind the first page where nobody looks further, until it is paged again", async () => {
    let waiting = [9, 8, 7, 6, 5, 4];
    const { shown, more } = await start(() => waiting);
    await more("9 8 7 6");
    waiting = [9, 8, 6, 4];
    tell("resync");
    await expect.poll(shown).toBe("9 8");
    await more("9 8 6 4");
  });

  it("keeps what is behind the first page when nothing was missed", async () => {
    const { shown, more } = await start(() => [9, 8, 7, 6, 5, 4]);
    await more("9 8 7 6");
    const asked = server.asked.length;
    tell("report", { id: idOf("99") });
    await expect.poll(() => server.asked.length).toBeGreaterThan(asked);
    expect(shown()).toBe("9 8 7 6");
  });
});
