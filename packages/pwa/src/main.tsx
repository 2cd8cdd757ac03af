import "./fonts/fonts.css";
import { createQueryClient } from "@knowhow/ui/client/queries.ts";
import { Providers } from "@knowhow/ui/layout/Providers.tsx";
import { applyScheme } from "@knowhow/ui/theme/scheme.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { routes } from "./routes.tsx";

applyScheme();

const root = document.getElementById("root");
if (!root) throw new Error("The page has no place for the app.");

// Rare characters come from the font's own many small slices, whose list is long and can wait.
void import("pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css");

createRoot(root).render(
  <StrictMode>
    <Providers queryClient={createQueryClient()}>
      <RouterProvider router={createBrowserRouter(routes)} />
    </Providers>
  </StrictMode>,
);
