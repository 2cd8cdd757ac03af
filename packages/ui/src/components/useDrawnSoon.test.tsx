import { render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { describe, expect, it } from "vitest";
import { useScreenDrawnSoon } from "./useDrawnSoon.ts";

const open = (path: string) => {
  const drawn: boolean[] = [];
  const Screen = () => {
    drawn.push(useScreenDrawnSoon());
    return null;
  };
  const router = createMemoryRouter(
    [
      { path: "/screen", element: <Screen /> },
      { path: "*", element: "elsewhere" },
    ],
    { initialEntries: [path] },
  );
  render(<RouterProvider router={router} />);
  return { drawn, router };
};

describe("what a screen is made of", () => {
  it("is drawn in two steps when the page begins with it, and when somebody goes to it", async () => {
    expect(open("/screen").drawn).toEqual([false, true]);
    const { drawn, router } = open("/");
    await router.navigate("/screen");
    await waitFor(() => expect(drawn).toEqual([false, true]));
  });

  it("is there at once for who comes back to a part of it", async () => {
    const { drawn, router } = open("/");
    await router.navigate("/screen");
    await waitFor(() => expect(drawn.at(-1)).toBe(true));
    await router.navigate("/");
    await screen.findByText("elsewhere");
    drawn.length = 0;
    await router.navigate(-1);
    await waitFor(() => expect(drawn.length).toBeGreaterThan(0));
    expect(drawn).not.toContain(false);
  });

  it("is there at once where the address names a part", () => {
    expect(open("/screen#purchases").drawn).not.toContain(false);
  });
});
