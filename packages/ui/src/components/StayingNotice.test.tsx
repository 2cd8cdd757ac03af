import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { describe, expect, it } from "vitest";
import { Providers } from "../features/layout/Providers.tsx";
import { createQueryClient } from "../client/queries.ts";
import { StayingNotice, withNotice } from "./StayingNotice.tsx";
import { testPlatform } from "../testing/platform.ts";

const open = (state: unknown) => {
  const router = createMemoryRouter([{ path: "/market", element: <StayingNotice /> }], {
    initialEntries: [{ pathname: "/market", state }],
  });
  render(
    <Providers platform={testPlatform} queryClient={createQueryClient()}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return router;
};

describe("a notice that a screen is opened with", () => {
  it("stays while the screen changes its address, and is gone for good when it is closed", async () => {
    const router = open(withNotice({ title: "결제 확인 실패", text: "결제된 금액은 없어요." }));
    expect(screen.getByText("결제된 금액은 없어요.")).toBeInTheDocument();
    await act(() => router.navigate("/market?category=stock"));
    expect(await screen.findByText("결제 확인 실패")).toBeInTheDocument();
    fireEvent.click(screen.getByRole("button"));
    await waitFor(() => {
      expect(screen.queryByText("결제 확인 실패")).toBeNull();
    });
    expect(router.state.location).toMatchObject({ search: "?category=stock", state: null });
  });

  it.each([null, "text", { notice: null }, { notice: { title: 1, text: "x" } }, { notice: { title: "x" } }])(
    "is none when it is %j",
    (state) => {
      open(state);
      expect(screen.queryByRole("note")).toBeNull();
    },
  );
});
