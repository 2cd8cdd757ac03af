import type { CurrentUser } from "@knowhow/shared";
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { rememberMe, useMe } from "@knowhow/ui/client/session.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { startServer } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { Notices } from "./Notices.tsx";

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const suspendedUntil = "2126-11-21T05:06:00.000Z";

const Name = () => <p>{useMe().user?.nickname}</p>;

const open = async (user: CurrentUser) => {
  server = await startServer(() => ({ body: { user } }));
  const view = renderAt(
    <>
      <Name />
      <Notices />
    </>,
    "/market",
  );
  await screen.findByText(user.nickname);
  return view;
};

describe("what the app says by itself of a suspension", () => {
  it("is said when one comes that no warning brought", async () => {
    const { queryClient } = await open(buildUser());
    act(() => rememberMe(queryClient, buildUser({ suspendedUntil })));
    expect(await screen.findByText("서비스 이용이 정지되었습니다")).toBeInTheDocument();
  });

  it("is not said again to who comes with one", async () => {
    const { queryClient } = await open(buildUser({ suspendedUntil }));
    act(() => rememberMe(queryClient, buildUser({ suspendedUntil, nickname: "새 이름" })));
    await waitFor(() => expect(screen.getByText("새 이름")).toBeInTheDocument());
    expect(screen.queryByText("서비스 이용이 정지되었습니다")).toBeNull();
  });
});
