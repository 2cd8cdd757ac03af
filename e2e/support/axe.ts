import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Has axe look at a page, or at what stands above it, in both schemes; `within` is a selector. */
export const expectAccessible = async (page: Page, name: string, within?: string): Promise<void> => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-scheme", colorScheme);
    const axe = new AxeBuilder({ page });
    const { violations } = await (within === undefined ? axe : axe.include(within)).analyze();
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    const found = serious.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => ({ id, target, failureSummary })),
    );
    expect.soft(found, `${name}, ${colorScheme}`).toEqual([]);
  }
};

/** The same for the dialog that is open. */
export const expectAccessibleDialog = (page: Page, name: string): Promise<void> =>
  expectAccessible(page, name, "[role=dialog]");
