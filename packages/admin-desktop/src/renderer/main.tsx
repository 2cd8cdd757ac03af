import { createQueryClient } from "@knowhow/ui/client/queries.ts";
import { Providers } from "@knowhow/ui/features/layout/Providers.tsx";
import { applyScheme } from "@knowhow/ui/theme/scheme.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import "pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css";
import { bridge } from "./bridge.ts";
import { followShell } from "./followShell.ts";
import { keepMemory } from "./memory.ts";
import { createConsolePlatform } from "./platform.ts";
import { watchPresence } from "./presence.ts";
import { createRoutes } from "./routes.tsx";

applyScheme();
const platform = createConsolePlatform();
watchPresence();

const queryClient = createQueryClient();
const root = document.getElementById("root");
if (!root) throw new Error("The page has no place for the console.");

// Heard from the first moment on: what comes before there are screens is done when they are there.
const shell = followShell(queryClient);
// Decisions went with the page before this one.
await bridge.decisions.unsent({ count: 0, failed: 0 });
await keepMemory(platform.device);
const { current } = await bridge.servers.list();
const router = createBrowserRouter(createRoutes(current));
shell.lead(router);

createRoot(root).render(
  <StrictMode>
    <Providers platform={platform} queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
