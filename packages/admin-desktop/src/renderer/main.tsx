import { platform } from "@knowhow/ui/client/platform.ts";
import { createQueryClient } from "@knowhow/ui/client/queries.ts";
import { Providers } from "@knowhow/ui/layout/Providers.tsx";
import { applyScheme } from "@knowhow/ui/theme/scheme.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import "pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css";
import { bridge } from "./bridge.ts";
import { keepMemory } from "./memory.ts";
import { setUpPlatform } from "./platform.ts";
import { watchPresence } from "./presence.ts";
import { createRoutes } from "./routes.tsx";

applyScheme();
setUpPlatform();
watchPresence();

const root = document.getElementById("root");
if (!root) throw new Error("The page has no place for the console.");

await keepMemory();
const { current } = await bridge.servers.list();
const router = createBrowserRouter(createRoutes(current));
// Before anybody is signed in too: the menu leads to the servers.
platform.onGoTo((path) => void router.navigate(path));

createRoot(root).render(
  <StrictMode>
    <Providers queryClient={createQueryClient()}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
