import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useLocation } from "react-router-dom";
import { afterEach, expect, it } from "vitest";
import { LogoutScreen } from "@knowhow/ui/features/accounts/entry/LogoutScreen.tsx";
import { draftsOf } from "@knowhow/ui/device/drafts/openDrafts.ts";
import { newActId } from "@knowhow/ui/device/jobs/actId.ts";
import { emptyState } from "@knowhow/ui/device/drafts/sellingForm.ts";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { refuse, startServer } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { Header } from "./Header.tsx";
import { testDevice } from "@knowhow/ui/testing/platform.ts";

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const App = () => (
  <>
    <Header />
    {useLocation().pathname === "/logout" ? <LogoutScreen /> : null}
  </>
);

it("signs nobody out unasked who has a draft on this device only", async () => {
  const user = buildUser();
  server = await startServer(({ path }) => {
    if (path.endsWith("/me")) return { body: { user } };
    return path.startsWith("/api/drafts") ? { status: 503, body: {} } : { body: { chatRooms: [] } };
  });
  await draftsOf(testDevice, user.id).save({
    id: newActId(),
    contentId: null,
    contentVersion: null,
    values: { ...emptyState.values, title: "쓰던 글" },
    fileKeys: [],
    previewKeys: [],
  });
  renderAt(<App />);
  fireEvent.click(await screen.findByRole("button", { name: "로그아웃" }));
  expect(await screen.findByText("이 기기에만 임시 저장한 글이 1건 있어요")).toBeInTheDocument();
  await waitFor(() => expect(draftsOf(testDevice, user.id).read()).toHaveLength(1));
  expect(server.asked.map(({ path }) => path)).not.toContain("/api/auth/logout");
});

it("says that it signs out while the server is being told", async () => {
  let tell: () => void = () => undefined;
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  server = await startServer(async ({ path }) => {
    if (path.endsWith("/me")) return { body: { user: buildUser() } };
    if (path.endsWith("/logout")) await told;
    if (path.startsWith("/api/drafts")) return path === "/api/drafts" ? { body: [] } : refuse("NOT_FOUND");
    return { body: path.endsWith("/logout") ? { ok: true } : { chatRooms: [] } };
  });
  renderAt(<App />);
  fireEvent.click(await screen.findByRole("button", { name: "로그아웃" }));
  expect(await screen.findByRole("button", { name: "로그아웃 중..." })).toBeDisabled();
  tell();
  await waitFor(() => expect(screen.queryByRole("button", { name: "로그아웃 중..." })).toBeNull());
});

it("leads visitors to both ways in and back, on a phone as on a desk, and nobody else", async () => {
  let user: unknown = null;
  server = await startServer(({ path }) =>
    path.endsWith("/me")
      ? user
        ? { body: { user } }
        : refuse("LOGIN_REQUIRED")
      : { body: { chatRooms: [] } },
  );
  // The page that was left is come back to, from one form by way of the other too.
  for (const path of ["/market", "/login?next=%2Fmarket"]) {
    const view = renderAt(<App />, path);
    for (const [name, way] of [
      ["회원가입", "/register?next=%2Fmarket"],
      ["로그인", "/login?next=%2Fmarket"],
    ] as const) {
      // One for each width; CSS shows one of them.
      const links = await within(await screen.findByRole("banner")).findAllByRole("link", { name });
      expect(links.map((link) => link.getAttribute("href"))).toEqual([way, way]);
    }
    view.unmount();
  }
  user = buildUser();
  renderAt(<App />, "/market");
  expect(await screen.findByRole("button", { name: "로그아웃" })).toBeInTheDocument();
  expect(screen.queryByRole("link", { name: "회원가입" })).toBeNull();
});
