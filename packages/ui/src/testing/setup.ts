import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { keepInTab } from "../client/tabStores.ts";
import { closeOutboxes } from "../outbox/openOutbox.ts";
import { closeTexts } from "../texts/texts.ts";
import { stubMedia } from "./media.ts";

keepInTab();

// What is waited for may come late: a busy machine is no failure.
configure({ asyncUtilTimeout: 15_000 });

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
