import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";
import { api } from "@knowhow/shared";
import { platform } from "../client/platform.ts";
import { onResponse, refetchStaleQueries } from "../client/responseCache.ts";
import { keepInTab } from "../device/tabStores.ts";
import { closeOutboxes } from "../device/outbox/openOutbox.ts";
import { closeTexts } from "../device/texts/texts.ts";
import "./measuring.ts";
import { stubMedia } from "./media.ts";
import { defaultPlatform } from "./defaultPlatform.ts";

// The modules and the window are shared by the files of a worker: each file begins with these settings and at this place.
Object.assign(
  platform,
  { attention: undefined, countSealed: undefined, openResponseCache: undefined },
  defaultPlatform,
);
keepInTab();
// What is waited for may come late: a busy machine is no failure.
configure({ asyncUtilTimeout: 60_000, defaultHidden: false });
window.history.replaceState(null, "", "/");

// jsdom has no media queries: nothing matches, as on a light desk with a mouse.
stubMedia(() => false);

// Nor has it a layout.
Element.prototype.scrollIntoView = () => undefined;

afterEach(() => {
  cleanup();
  // One that fails takes nothing along into the next.
  vi.restoreAllMocks();
  closeOutboxes();
  closeTexts();
  localStorage.clear();
});

// What one file puts in the place of a global, and what it was answered, is not there for the next.
afterAll(async () => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  sessionStorage.clear();
  await refetchStaleQueries(() => Promise.resolve());
  onResponse(api.accounts.me, {}, "", 200);
});
