import { act, screen } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { client } from "../../../client/client.ts";
import { hearNews, tellNews } from "../../../testing/news.ts";
import { bePatient } from "../../../testing/patience.ts";
import { renderAt } from "../../../testing/render.tsx";
import { refuse, type startServer } from "../../../testing/server.ts";
import { buildCase, buildReport, idOf, startAdminServer } from "../testing.ts";
import { useQueue } from "./useQueue.ts";

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
let stopHearing: () => void;
beforeEach(() => {
  stopHearing = hearNews();
});
afterEach(async () => {
  stopHearing();
  await server.close();
});

const at = (nth: number) =>
  buildReport({ id: idOf(String(nth)), createdAt: `2026-11-20T00:00:${String(nth).padStart(2, "0")}.000Z` });

const everything = { filter: "pending", type: "", reason: "", q: "" } as const;

/** Serves pages of two, of the reports that wait now. */
const start = async (
  waiting: () => readonly number[],
  { isEager = false, isRefused = () => false }: { isEager?: boolean; isRefused?: () => boolean } = {},
) => {
  const counts = { all: 9, pending: 9, processed: 0 };
  server = await startAdminServer({
    "/api/admin/reports": ({ path }) => {
      const { pathname, searchParams } = new URL(path, "http://page.invalid");
      const read = /\/reports\/.*0(\d+)$/.exec(pathname)?.[1];
      if (read !== undefined) return { body: buildCase(at(Number(read))) };
      const asked = searchParams.get("cursor");
      if (asked !== null && isRefused()) return refuse("UNAVAILABLE");
      const cursor = Number(asked ?? 99);
      const left = waiting().filter((nth) => nth < cursor);
      const page = left.slice(0, 2);
      const more: Record<string, string> =
        left.length > 2 ? { link: `</api/admin/reports?cursor=${page.at(-1)}>; rel="next"` } : {};
      return { body: { reports: page.map(at), counts }, headers: more };
    },
  });
  const List = () => {
    const { queue, hasMore, loadMore, moreError, retryMore, look } = useQueue(everything);
    // Like a list whose end is in view.
    useEffect(() => {
      if (isEager) loadMore();
    }, [loadMore]);
    return (
      <>
        <p data-testid="queue">{queue?.reports.map(({ id }) => Number(id.slice(-12))).join(" ")}</p>
        <button onClick={loadMore}>{hasMore ? "more" : "all"}</button>
        <button onClick={() => look(3)}>look</button>
        {moreError ? <button onClick={retryMore}>retry</button> : null}
      </>
    );
  };
  const { queryClient } = renderAt(<List />, "/admin");
  const shown = () => screen.getByTestId("queue").textContent;
  const more = async (until: string) => {
    act(() => screen.getByText("more").click());
    await expect.poll(shown).toBe(until);
  };
  await expect.poll(shown).toBe(waiting().slice(0, 2).join(" "));
  const atRest = () =>
    expect.poll(() => [queryClient.isFetching(), queryClient.isMutating()]).toEqual([0, 0]);
  return { shown, more, atRest };
};

describe("the queue after news were missed", () => {
  it("reads anew as far as somebody looks, and pages the rest again", async () => {
    let waiting = [9, 8, 7, 6, 5, 4];
    const { shown, more } = await start(() => waiting);
    await more("9 8 7 6");
    await more("9 8 7 6 5 4");
    act(() => screen.getByText("look").click());
    // 7 and 5 were decided elsewhere, without news.
    waiting = [9, 8, 6, 4];
    tellNews("resync");
    await expect.poll(shown).toBe("9 8 6 4");
    await expect.poll(() => screen.queryByText("all")).not.toBeNull();
  });

  it("drops what is behind the first page where nobody looks further, until it is paged again", async () => {
    let waiting = [9, 8, 7, 6, 5, 4];
    const { shown, more } = await start(() => waiting);
    await more("9 8 7 6");
    waiting = [9, 8, 6, 4];
    tellNews("resync");
    await expect.poll(shown).toBe("9 8");
    await more("9 8 6 4");
  });

  it("keeps what is behind the first page when nothing was missed", async () => {
    let waiting = [9, 8, 7, 6, 5, 4];
    const { shown, more, atRest } = await start(() => waiting);
    await more("9 8 7 6");
    waiting = [10, ...waiting];
    tellNews("report", { id: idOf("10") });
    await expect.poll(shown).toBe("10 9 8 7 6");
    await atRest();
    expect(shown()).toBe("10 9 8 7 6");
  });
});

describe("the queue while a case with many voices is decided", () => {
  it("reads itself anew instead of every voice", async () => {
    let waiting = [9, 8, 7, 6, 5, 4];
    const { shown, more } = await start(() => waiting);
    await more("9 8 7 6");
    act(() => screen.getByText("look").click());
    waiting = [9, 8, 4];
    for (let nth = 0; nth < 60; nth += 1) tellNews("report", { id: idOf(String(100 + nth)) });
    await expect.poll(shown).toBe("9 8 4");
    expect(server.asked.filter(({ path }) => /reports\/[^/]+$/.test(path)).length).toBeLessThan(5);
  });
});

describe("a page that can not be read", () => {
  const pagesAsked = () => server.asked.filter(({ path }) => path.includes("cursor=")).length;
  /** The server answers so often that a list that retries unasked would have asked by then. */
  const answers = async () => {
    for (let nth = 1; nth <= 3; nth += 1)
      await act(() => client.reports.get({ params: { reportId: idOf(String(nth)) } }));
  };

  it("is asked for once, and again by a press", async () => {
    let isRefused = true;
    const { shown } = await start(() => [9, 8, 7, 6, 5], { isEager: true, isRefused: () => isRefused });
    const retry = await screen.findByText("retry");
    await answers();
    expect(pagesAsked()).toBe(1);
    isRefused = false;
    act(() => retry.click());
    await expect.poll(shown).toBe("9 8 7 6 5");
    await expect.poll(() => screen.queryByText("retry")).toBeNull();
  });

  it("is asked for again once the list itself was read again", async () => {
    let isRefused = true;
    const { shown, atRest } = await start(() => [9, 8, 7, 6, 5], {
      isEager: true,
      isRefused: () => isRefused,
    });
    await screen.findByText("retry");
    tellNews("resync");
    await expect.poll(pagesAsked).toBeGreaterThan(1);
    await atRest();
    await answers();
    // Once when it became doubtful, once when it was read.
    expect(pagesAsked()).toBeLessThanOrEqual(3);
    isRefused = false;
    tellNews("resync");
    await expect.poll(shown).toBe("9 8 7 6 5");
  });
});
