import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { createQueryClient } from "../client/queries.ts";
import { Providers } from "../features/layout/Providers.tsx";

/** Draws something inside what the app gives to every screen, at a path. */
export const renderAt = (element: ReactNode, path = "/", route = "*") => {
  const queryClient = createQueryClient();
  const router = createMemoryRouter([{ path: route, element }], { initialEntries: [path] });
  const view = render(
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { ...view, queryClient, router };
};
