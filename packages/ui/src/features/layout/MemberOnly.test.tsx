import type { CurrentUser } from "@knowhow/shared";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { rememberMe } from "../../client/session.ts";
import { bePatient } from "../../testing/patience.ts";
import { renderAt } from "../../testing/render.tsx";
import { startServer } from "../../testing/server.ts";
import { buildUser } from "../../testing/users.ts";
import { MemberOnly } from "./MemberOnly.tsx";

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const suspended = { suspendedUntil: "2126-11-21T05:06:00.000Z", warningCount: 2 };

const open = async (user: CurrentUser) => {
  server = await startServer(() => ({ body: { user } }));
  return renderAt(
    <MemberOnly skeleton={<p>기다리는 중</p>}>
      {({ id }) => <input aria-label="쓰던 글" name={id} />}
    </MemberOnly>,
    "/upload",
    "/upload",
  );
};

describe("a screen for those who may act", () => {
  it("stays with what is typed when a suspension comes", async () => {
    const { queryClient, router } = await open(buildUser());
    fireEvent.change(await screen.findByLabelText("쓰던 글"), { target: { value: "절반쯤 쓴 글" } });
    act(() => rememberMe(queryClient, buildUser(suspended)));
    await waitFor(() => expect(screen.getByLabelText("쓰던 글")).toHaveValue("절반쯤 쓴 글"));
    expect(router.state.location.pathname).toBe("/upload");
  });

  it("is closed to who comes with one, also where somebody else was before", async () => {
    const { queryClient, router } = await open(buildUser());
    await screen.findByLabelText("쓰던 글");
    const other = buildUser({ id: "01900000-0000-7000-8000-0000000000ff", ...suspended });
    act(() => {
      queryClient.setQueryData(["/api/auth/me"], other);
    });
    await waitFor(() => expect(router.state.location.pathname).toBe("/penalty-notice"));
  });
});
