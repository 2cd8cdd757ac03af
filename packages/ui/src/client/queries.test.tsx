import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { buildComment } from "../testing/comments.ts";
import { buildContent } from "../testing/contents.ts";
import { refuse, startServer, type FakeAnswer } from "../testing/server.ts";
import { client } from "./client.ts";
import {
  createQueryClient,
  invalidate,
  useEndpoint,
  useEndpointMutation,
  usePagedEndpoint,
} from "./queries.ts";
import { loginPath, safeNext } from "./loginPath.ts";
import { useMe } from "./session.ts";

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const withClient = (queryClient = createQueryClient()) => ({
  wrapper: ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  ),
});

describe("reads", () => {
  it("asks once, and again only when told that the answer is out of date", async () => {
    server = await startServer(() => ({ body: [] }));
    const queryClient = createQueryClient();
    const view = renderHook(() => useEndpoint(client.contents.popular, {}), withClient(queryClient));
    await waitFor(() => {
      expect(view.result.current.data).toEqual([]);
    });
    window.dispatchEvent(new Event("focus"));
    view.rerender();
    expect(server.asked).toHaveLength(1);
    await act(() => invalidate(queryClient, client.contents.popular));
    expect(server.asked).toHaveLength(2);
  });

  it("does not try again by itself", async () => {
    server = await startServer(() => ({ status: 500, body: "" }));
    const view = renderHook(() => useEndpoint(client.contents.popular, {}), withClient());
    await waitFor(() => {
      expect(view.result.current.error?.message).toMatch(/^500: /);
    });
    expect(server.asked).toHaveLength(1);
  });

  it("reads what failed again when the network is back, and only that", async () => {
    let isUp = false;
    server = await startServer(({ path }) =>
      isUp || path === "/api/contents/popular" ? { body: [] } : { status: 503, body: "" },
    );
    const read = withClient();
    const fine = renderHook(() => useEndpoint(client.contents.popular, {}), read);
    const failed = renderHook(() => useEndpoint(client.contents.mine, {}), read);
    await waitFor(() => {
      expect([fine.result.current.isSuccess, failed.result.current.isError]).toEqual([true, true]);
    });
    isUp = true;
    act(() => {
      window.dispatchEvent(new Event("offline"));
      window.dispatchEvent(new Event("online"));
    });
    await waitFor(() => {
      expect(failed.result.current.data).toEqual([]);
    });
    expect(server.asked.map(({ path }) => path).sort()).toEqual(
      ["/api/contents/popular", "/api/my-contents", "/api/my-contents"], // oxfmt-ignore
    );
  });

  it("walks the pages by the server's cursor", async () => {
    const [first, second] = [buildContent(), buildContent({ id: "01900000-0000-7000-8000-000000000002" })];
    server = await startServer(({ path }) =>
      path.includes("cursor=next")
        ? { body: [second] }
        : { body: [first], headers: { link: '</api/contents?cursor=next>; rel="next"' } },
    );
    const view = renderHook(
      () => usePagedEndpoint(client.contents.list, { query: { limit: 1 } }),
      withClient(),
    );
    await waitFor(() => {
      expect(view.result.current.items).toEqual([first]);
    });
    await act(() => view.result.current.fetchNextPage());
    await waitFor(() => {
      expect(view.result.current.items).toEqual([first, second]);
    });
    expect(view.result.current.hasNextPage).toBe(false);
    expect(server.asked[1]?.path).toBe("/api/contents?limit=1&cursor=next");
  });
});

describe("the signed-in person", () => {
  it("is nobody on 401, without an error", async () => {
    server = await startServer(() => refuse("LOGIN_REQUIRED"));
    const view = renderHook(() => useMe(), withClient());
    await waitFor(() => {
      expect(view.result.current.isPending).toBe(false);
    });
    expect(view.result.current).toMatchObject({ user: null, error: null });
    expect(server.asked).toHaveLength(1);
  });

  it("comes back only to paths of our own", async () => {
    server = await startServer(() => ({}));
    expect(loginPath("/content/1?a=b")).toBe("/login?next=%2Fcontent%2F1%3Fa%3Db");
    expect(
      [
        "/content/1?a=b#c",
        "//evil.kr",
        "/\\evil.kr",
        "https://evil.kr",
        "/login?next=/x",
        "/%2F/x",
        null,
      ].map(safeNext),
    ).toEqual(["/content/1?a=b#c", "/", "/", "/", "/", "/%2F/x", "/"]);
  });
});

describe("acts", () => {
  const input = { params: { id: "01900000-0000-7000-8000-000000000001" }, body: { comment: "좋아요" } };
  const keysAfter = async (answer: FakeAnswer) => {
    server = await startServer(() => answer);
    const view = renderHook(() => useEndpointMutation(client.comments.create), withClient());
    await act(() => view.result.current.mutateAsync(input).catch(() => undefined));
    await act(() => view.result.current.mutateAsync(input).catch(() => undefined));
    return server.asked.map(({ headers }) => headers["idempotency-key"]);
  };

  it("repeats an act whose outcome is unknown under the same key", async () => {
    const [first, second] = await keysAfter(refuse("PROVIDER_ERROR"));
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
  });

  it("sends the same act once while it is under way, and gives both presses its answer", async () => {
    const answers: ((answer: FakeAnswer) => void)[] = [];
    server = await startServer(() => new Promise((resolve) => answers.push(resolve)));
    const view = renderHook(() => useEndpointMutation(client.comments.create), withClient());
    let joined: Promise<unknown> | undefined;
    act(() => {
      view.result.current.mutate(input);
      view.result.current.mutate(input);
      joined = view.result.current.mutateAsync(input);
    });
    await waitFor(() => {
      expect(answers).toHaveLength(1);
    });
    const comment = buildComment();
    answers[0]?.({ status: 201, body: comment });
    expect(await joined).toEqual(comment);
    expect(server.asked).toHaveLength(1);
    act(() => view.result.current.mutate(input));
    await waitFor(() => {
      expect(server.asked).toHaveLength(2);
    });
  });

  it.each([
    ["a success", { status: 201, body: buildComment() }],
    ["a refusal", refuse("VALIDATION")],
  ])("starts anew after %s", async (_, answer) => {
    const [first, second] = await keysAfter(answer);
    expect(second).not.toBe(first);
  });
});
