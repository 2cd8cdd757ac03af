import type { RenderRequest } from "@knowhow/shared";
import { parentPort } from "node:worker_threads";
import { renderPage } from "./renderPage.tsx";

// The thread that renders public pages: one after another, each message with its number.
parentPort?.postMessage({ id: 0 });
parentPort?.on("message", ({ id, request }: { id: number; request: RenderRequest }) => {
  renderPage(request).then(
    (page) => parentPort?.postMessage({ id, page }),
    (error: unknown) =>
      parentPort?.postMessage({ id, failure: error instanceof Error ? error.stack : String(error) }),
  );
});
