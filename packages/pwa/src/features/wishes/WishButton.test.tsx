import { api } from "@knowhow/shared";
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { client } from "@knowhow/ui/client/client.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { showWaitingLikes } from "@knowhow/ui/device/outbox/waitingLikes.ts";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { testDevice } from "@knowhow/ui/testing/platform.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { refuse, startServer, type FakeAnswer } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { WishButton } from "./WishButton.tsx";

const Wished = () => {
  const { data } = useEndpoint(client.contents.get, { params: { id: buildContent().id } });
  return data ? <WishButton content={data} isWide /> : null;
};

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const open = async (answer: (method: string) => FakeAnswer, isVisitor = false) => {
  server = await startServer(({ method, path }) => {
    if (path === api.accounts.me.path)
      return isVisitor ? refuse("LOGIN_REQUIRED") : { body: { user: buildUser() } };
    return path.endsWith("/wish") ? answer(method) : { body: buildContent() };
  });
  const { queryClient } = renderAt(<Wished />);
  return { queryClient, button: await screen.findByRole("button", { name: "찜하기" }) };
};
const sent = () => server.asked.filter(({ path }) => path.endsWith("/wish")).map(({ method }) => method);

describe("a wish", () => {
  it("is shown at once, and taken back by the same button", async () => {
    const { button } = await open((method) => ({ body: { isWished: method === "PUT" } }));
    fireEvent.click(button);
    expect(await screen.findByText("찜했습니다")).toBeInTheDocument();
    fireEvent.click(await screen.findByRole("button", { name: "찜 해제" }));
    expect(await screen.findByText("찜을 해제했습니다")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "찜하기" })).toBeInTheDocument();
    expect(sent()).toEqual(["PUT", "DELETE"]);
    fireEvent.click(screen.getByRole("button", { name: "되돌리기" }));
    expect(await screen.findByRole("button", { name: "찜 해제" })).toBeInTheDocument();
    await screen.findByText("찜했습니다");
    expect(sent()).toEqual(["PUT", "DELETE", "PUT"]);
  });

  it("stays as it was pressed while it waits, when the content is read anew, until it is taken back", async () => {
    const { queryClient } = await open(() => ({ isLost: true }));
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const outbox = testDevice.outboxOf(buildUser().id);
    const stop = showWaitingLikes(queryClient, outbox);
    await act(() => outbox.enqueue("wish", { contentId: buildContent().id, isWished: true }));
    expect(await screen.findByRole("button", { name: "찜 해제" })).toBeInTheDocument();
    await act(() => queryClient.refetchQueries({ queryKey: [api.contents.get.path] }));
    expect(screen.getByRole("button", { name: "찜 해제" })).toBeInTheDocument();
    await act(() => outbox.cancel(outbox.jobs.getSnapshot()[0]?.id ?? ""));
    expect(await screen.findByRole("button", { name: "찜하기" })).toBeInTheDocument();
    stop();
    vi.restoreAllMocks();
  });

  it("asks a visitor to sign in, and is put back", async () => {
    const { button } = await open(() => refuse("LOGIN_REQUIRED"), true);
    fireEvent.click(button);
    expect(await screen.findByText("콘텐츠를 찜하려면 로그인해주세요.")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "찜하기" })).toBeInTheDocument();
  });
});
