import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, test, type BrowserContext } from "@playwright/test";
import { killBrowser } from "./browserProcess.ts";

/** Starts a browser with a profile of its own, which keeps what a killed one kept. */
export const launchOn = (profile: string): Promise<BrowserContext> => {
  const { launchOptions, viewport, locale, baseURL } = test.info().project.use;
  return chromium.launchPersistentContext(profile, {
    ...launchOptions,
    ...(baseURL === undefined ? {} : { baseURL }),
    ...(viewport === undefined ? {} : { viewport }),
    ...(locale === undefined ? {} : { locale }),
  });
};

/** Kills it as a crash would, and returns when it is gone. */
export const killOn = async (profile: string, context: BrowserContext): Promise<void> => {
  const gone = context.waitForEvent("close");
  await killBrowser(profile);
  await gone;
};

/** Runs a test on a profile that is gone with it. */
export const withProfile = async (run: (profile: string) => Promise<void>): Promise<void> => {
  const profile = await mkdtemp(join(tmpdir(), "knowhow-profile-"));
  try {
    await run(profile);
  } finally {
    // What outlived a failure.
    await killBrowser(profile);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
};
