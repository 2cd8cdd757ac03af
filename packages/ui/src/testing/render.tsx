import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { PlatformProvider } from "../client/platform.tsx";
import { createQueryClient } from "../client/queries.ts";
import { testPlatform } from "./platform.ts";
import { Providers } from "../features/layout/Providers.tsx";

/** Puts a hook under the tests' platform and nothing else. */
export const OnPlatform = ({ children }: { children: ReactNode }) => (
  <PlatformProvider platform={testPlatform}>{children}</PlatformProvider>
);

/** Draws something inside what the app gives to every screen, at a path. */
export const renderAt = (element: ReactNode, path = "/", route = "*") => {
  const queryClient = createQueryClient();
  const router = createMemoryRouter([{ path: route, element }], { initialEntries: [path] });
  const view = render(
    <Providers platform={testPlatform} queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { ...view, queryClient, router };
};
