import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";
import { api } from "@knowhow/shared";
import { onResponse, refetchStaleQueries } from "../client/responseCache.ts";
import { failOnFaults } from "./contractCheck.ts";
import "./measuring.ts";
import "./ownerStacks.ts";
import { mediaOf } from "./media.ts";
import { resetPlatform, testDevice } from "./platform.ts";

// The files of a worker share modules and window: each file begins with these settings and at this place.
resetPlatform();
configure({
  // Awaited changes may come late: a busy machine is no failure.
  asyncUtilTimeout: 60_000,
  defaultHidden: false,
  // Without the document, which would be printed for each look that finds nothing yet; `screen.debug()` shows it.
  getElementError: (message) => new Error(message ?? ""),
});
window.history.replaceState(null, "", "/");

// jsdom has no media queries: nothing matches, as on a light page with a mouse.
window.matchMedia = mediaOf(() => false);

// Nor has it a layout.
Element.prototype.scrollIntoView = () => undefined;

afterEach(() => {
  cleanup();
  // A failing test leaves nothing to the next.
  vi.restoreAllMocks();
  testDevice.closeOutboxes();
  testDevice.closeTexts();
  localStorage.clear();
  sessionStorage.clear();
  failOnFaults();
});

// Stubbed globals and answers of one file are removed before the next.
afterAll(async () => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  await refetchStaleQueries(() => Promise.resolve());
  onResponse(api.accounts.me, {}, "", 200);
  // What was answered after the last test.
  failOnFaults();
});
