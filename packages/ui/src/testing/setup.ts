import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";
import { keepInTab } from "../device/tabStores.ts";
import { closeOutboxes } from "../device/outbox/openOutbox.ts";
import { closeTexts } from "../device/texts/texts.ts";
import "./measuring.ts";
import { stubMedia } from "./media.ts";

keepInTab();

// The modules and the window are shared by the files of a worker: each file begins with these settings and at this place.
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

// What one file puts in the place of a global is not there for the next.
afterAll(() => {
  vi.unstubAllGlobals();
});
