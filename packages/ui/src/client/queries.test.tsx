import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { buildContent } from "../testing/contents.ts";
import { startServer } from "../testing/server.ts";
import { client } from "./client.ts";
import {
  createQueryClient,
  invalidate,
  useEndpoint,
  useEndpointMutation,
  usePagedEndpoint,
} from "./queries.ts";
import { loginPath, safeNext, useMe } from "./session.ts";

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
    server = await startServer(() => ({ status: 401, body: { code: "LOGIN_REQUIRED", message: "" } }));
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
  const keysAfter = async (status: number, body: unknown) => {
    server = await startServer(() => ({ status, body }));
    const view = renderHook(() => useEndpointMutation(client.comments.create), withClient());
    await act(() => view.result.current.mutateAsync(input).catch(() => undefined));
    await act(() => view.result.current.mutateAsync(input).catch(() => undefined));
    return server.asked.map(({ headers }) => headers["idempotency-key"]);
  };

  it("repeats an act whose outcome is unknown under the same key", async () => {
    const [first, second] = await keysAfter(502, { code: "PROVIDER_ERROR", message: "" });
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
  });

  it.each([
    [201, {}],
    [400, { code: "VALIDATION", message: "" }],
  ])("starts anew after %i", async (status, body) => {
    const [first, second] = await keysAfter(status, body);
    expect(second).not.toBe(first);
  });
});
