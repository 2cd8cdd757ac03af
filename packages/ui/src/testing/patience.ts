import { configure } from "@testing-library/react";
import { vi } from "vitest";

/** For whole screens: roles without asking jsdom for every computed style, and time on a busy machine. */
export const bePatient = (): void => {
  configure({ defaultHidden: true, asyncUtilTimeout: 15_000 });
  vi.setConfig({ testTimeout: 60_000 });
};
