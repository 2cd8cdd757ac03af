import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";
import { api } from "@knowhow/shared";
import { platform } from "../client/platform.ts";
import { onResponse, refetchStaleQueries } from "../client/responseCache.ts";
import { keepInTab } from "../device/tabStores.ts";
import { closeOutboxes } from "../device/outbox/openOutbox.ts";
import { closeTexts } from "../device/texts/texts.ts";
import { failOnFaults } from "./contractCheck.ts";
import "./measuring.ts";
import { stubMedia } from "./media.ts";
import { defaultPlatform } from "./defaultPlatform.ts";

// The files of a worker share modules and window: each file begins with these settings and at this place.
Object.assign(
  platform,
  { attention: undefined, countSealed: undefined, openResponseCache: undefined },
  defaultPlatform,
);
keepInTab();
configure({
  // Awaited changes may come late: a busy machine is no failure.
  asyncUtilTimeout: 60_000,
  defaultHidden: false,
  // Without the document, which would be printed for each look that finds nothing yet; `screen.debug()` shows it.
  getElementError: (message) => new Error(message ?? ""),
});
window.history.replaceState(null, "", "/");

// jsdom has no media queries: nothing matches, as on a light desk with a mouse.
stubMedia(() => false);

// Nor has it a layout.
Element.prototype.scrollIntoView = () => undefined;

afterEach(() => {
  cleanup();
  // A failing test leaves nothing to the next.
  vi.restoreAllMocks();
  closeOutboxes();
  closeTexts();
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
