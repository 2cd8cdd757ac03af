import { AppError, type ErrorCode } from "@knowhow/shared";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { client } from "@knowhow/ui/client/client.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { refuse, startServer, type FakeAnswer } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { LikeButton } from "./LikeButton.tsx";
import { likeFailureToast } from "./likeToasts.ts";
import { showWaitingLikes } from "@knowhow/ui/device/outbox/waitingLikes.ts";
import { testDevice } from "@knowhow/ui/testing/platform.ts";

const { outboxOf } = testDevice;

describe("likeFailureToast", () => {
  it.each<[ErrorCode, string]>([
    ["LOGIN_REQUIRED", "좋아요 기능을 이용하려면 로그인해주세요."],
    ["PURCHASE_REQUIRED", "콘텐츠를 구매한 후 좋아요를 누를 수 있습니다."],
    ["OWN_CONTENT", "자신의 콘텐츠에는 좋아요를 누를 수 없습니다."],
    ["RATE_LIMITED", "좋아요 처리 중 문제가 발생했습니다."],
  ])("explains %s", (code, description) => {
    expect(likeFailureToast(new AppError(code))).toMatchObject({ description, variant: "destructive" });
  });
});

describe("LikeButton", () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  afterEach(() => server.close());

  const Liked = () => {
    const { data } = useEndpoint(client.contents.get, { params: { id: buildContent().id } });
    return data ? <LikeButton content={data} isWide /> : null;
  };
  const setUp = async (answer: (method: string) => FakeAnswer) => {
    server = await startServer(({ method, path }) => {
      if (path.endsWith("/me")) return { body: { user: buildUser() } };
      return path.endsWith("/like") ? answer(method) : { body: buildContent() };
    });
    renderAt(<Liked />);
    return screen.findByRole("button", { name: "좋아요 3" });
  };

  it("shows the like at once and says that it was added, then takes it back", async () => {
    fireEvent.click(
      await setUp((method) => ({
        body: { isLiked: method === "POST", likesCount: method === "POST" ? 4 : 3 },
      })),
    );
    expect(await screen.findByRole("button", { name: "좋아요 4", pressed: true })).toBeInTheDocument();
    expect(await screen.findByText("좋아요 추가")).toBeInTheDocument();
    fireEvent.click(screen.getByRole("button", { name: "좋아요 4" }));
    expect(await screen.findByText("좋아요 취소")).toBeInTheDocument();
    expect(server.asked.filter(({ path }) => path.endsWith("/like")).map(({ method }) => method)).toEqual(
      ["POST", "DELETE"], // oxfmt-ignore
    );
  });

  it("stays as it was pressed while it waits, however often the content is read anew, until it is taken back", async () => {
    server = await startServer(() => ({ body: buildContent() }));
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const outbox = outboxOf("me");
    const shown: string[] = [];
    const Watched = () => {
      const { data } = useEndpoint(client.contents.get, { params: { id: buildContent().id } });
      if (data) shown.push(`${data.hasLiked ? "♥" : "♡"}${data.likesCount}`);
      return null;
    };
    const { queryClient } = renderAt(<Watched />);
    const stop = showWaitingLikes(queryClient, outbox);
    await waitFor(() => expect(shown).toEqual(["♡3"]));
    await act(() => outbox.enqueue("like", { contentId: buildContent().id, isLiked: true }));
    await waitFor(() => expect(shown.at(-1)).toBe("♥4"));
    const asked = server.asked.length;
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => expect(server.asked.length).toBeGreaterThan(asked));
    expect(shown.slice(shown.indexOf("♥4"))).not.toContain("♡3");
    await act(() => outbox.cancel(outbox.jobs.getSnapshot()[0]?.id ?? ""));
    await waitFor(() => expect(shown.at(-1)).toBe("♡3"));
    stop();
    vi.restoreAllMocks();
  });

  it("puts the heart back when it is refused, and says why", async () => {
    fireEvent.click(
      await setUp(() => ({ status: 403, body: { code: "PURCHASE_REQUIRED", message: "구매 후" } })),
    );
    expect(await screen.findByText("구매가 필요합니다")).toBeInTheDocument();
    await waitFor(() => {
      expect(screen.getByRole("button", { name: "좋아요 3", pressed: false })).toBeInTheDocument();
    });
  });

  it("leads a visitor to the login and back", async () => {
    server = await startServer(({ path }) =>
      /\/(like|me)$/.test(path) ? refuse("LOGIN_REQUIRED") : { body: buildContent() },
    );
    const { router } = renderAt(<Liked />, "/market?q=영어");
    fireEvent.click(await screen.findByRole("button", { name: "좋아요 3" }));
    fireEvent.click(await screen.findByRole("button", { name: "로그인" }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe("/login");
    });
    expect(new URLSearchParams(router.state.location.search).get("next")).toBe("/market?q=영어");
  });
});
