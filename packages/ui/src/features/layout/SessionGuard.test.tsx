import type { CurrentUser } from "@knowhow/shared";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, describe, expect, it } from "vitest";
import { removeTabItems, getTabItem } from "../../client/tabItems.ts";
import { ownSignOut } from "../../client/ownSignOut.ts";
import { createQueryClient } from "../../client/queries.ts";
import { meKey, rememberMe } from "../../client/session.ts";
import { bePatient } from "../../testing/patience.ts";
import { startServer } from "../../testing/server.ts";
import { buildUser } from "../../testing/users.ts";
import { Providers } from "./Providers.tsx";
import { SessionGuard } from "./SessionGuard.tsx";
import { testPlatform } from "../../testing/platform.ts";

bePatient();

const warned = { warningCount: 1, unseenPenaltyId: "01900000-0000-7000-8000-0000000000bb" };

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(async () => {
  removeTabItems();
  await server.close();
});

/** Waits until the guard knows the person, and counts them as told. */
const settled = () => waitFor(() => expect(getTabItem("told")).toBe(buildUser().id));

const open = async (path: string, user: CurrentUser) => {
  server = await startServer(() => ({ body: { user } }));
  const queryClient = createQueryClient();
  const router = createMemoryRouter(
    [{ element: <SessionGuard />, children: [{ path: "*", element: <p>화면</p> }] }],
    { initialEntries: [path] },
  );
  render(
    <Providers platform={testPlatform} queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { queryClient, router };
};

describe("before every screen", () => {
  it.each(["/", "/profile", "/checkout/1", "/user-admin-chats"])(
    "%s lets nothing but the password be changed after a temporary one",
    async (path) => {
      const { queryClient } = await open(path, buildUser({ mustChangePassword: true }));
      expect(await screen.findByRole("heading", { level: 1, name: "비밀번호 변경" })).toBeInTheDocument();
      expect(screen.getByLabelText(/임시 비밀번호/, { selector: "input" })).toBeInTheDocument();
      expect(screen.getByRole("link", { name: "로그아웃" })).toHaveAttribute("href", "/logout");
      expect(screen.queryByText("화면")).toBeNull();
      act(() => rememberMe(queryClient, buildUser()));
      expect(await screen.findByText("화면")).toBeInTheDocument();
    },
  );

  it("signs them out by the button of that screen", async () => {
    const { router } = await open("/", buildUser({ mustChangePassword: true }));
    fireEvent.click(await screen.findByRole("link", { name: "로그아웃" }));
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: "/logout", ...ownSignOut }));
  });

  it("leaves the way out and the texts open to them", async () => {
    await open("/logout", buildUser({ mustChangePassword: true }));
    await waitFor(() => expect(server.asked).toHaveLength(1));
    expect(await screen.findByText("화면")).toBeInTheDocument();
  });

  it("leads to a penalty that was not seen, once, and back lets go on", async () => {
    const { router } = await open("/market", buildUser(warned));
    await waitFor(() => expect(router.state.location.pathname).toBe("/penalty-notice"));
    await settled();
    await act(() => router.navigate(-1));
    expect(router.state.location.pathname).toBe("/market");
    expect(screen.getByText("화면")).toBeInTheDocument();
  });

  it("leads there behind the door through which they came in", async () => {
    const { queryClient, router } = await open("/login", buildUser(warned));
    await waitFor(() => expect(queryClient.getQueryData(meKey)).toBeDefined());
    expect(router.state.location.pathname).toBe("/login");
    await act(() => router.navigate("/market"));
    expect(router.state.location.pathname).toBe("/penalty-notice");
  });

  it("leaves somebody banned the talk with the administrators", async () => {
    const { router } = await open("/user-admin-chats", buildUser({ isBanned: true }));
    await waitFor(() => expect(server.asked).toHaveLength(1));
    expect(await screen.findByText("화면")).toBeInTheDocument();
    await act(() => router.navigate("/market"));
    expect(router.state.location.pathname).toBe("/penalty-notice");
  });

  it("tells of a ban where it finds them, and lets them go when it is over", async () => {
    const { queryClient, router } = await open("/market", buildUser());
    await waitFor(() => expect(queryClient.getQueryData(meKey)).toBeDefined());
    expect(await screen.findByText("화면")).toBeInTheDocument();
    act(() => rememberMe(queryClient, buildUser({ isBanned: true })));
    await waitFor(() => expect(router.state.location.pathname).toBe("/penalty-notice"));
    // Told once, a banned person reads on as a visitor does.
    await act(() => router.navigate("/market"));
    expect(router.state.location.pathname).toBe("/market");
    act(() => rememberMe(queryClient, buildUser()));
    await waitFor(() => expect(getTabItem("told")).toBe(buildUser().id));
    act(() => rememberMe(queryClient, buildUser({ isBanned: true })));
    await waitFor(() => expect(router.state.location.pathname).toBe("/penalty-notice"));
  });

  it("does not break into a payment, nor into what somebody is doing", async () => {
    const { router } = await open("/payment-success?orderId=1", buildUser(warned));
    await waitFor(() => expect(server.asked).toHaveLength(1));
    expect(router.state.location.pathname).toBe("/payment-success");
    // Nor minutes later, on a later screen.
    await settled();
    await act(() => router.navigate("/checkout/1"));
    expect(router.state.location.pathname).toBe("/checkout/1");

    await server.close();
    const other = await open("/upload", buildUser());
    await waitFor(() => expect(server.asked).toHaveLength(1));
    act(() => rememberMe(other.queryClient, buildUser(warned)));
    expect(other.router.state.location.pathname).toBe("/upload");
  });
});
