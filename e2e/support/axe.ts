import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** What a scheme can change; all else is the same document. */
const rulesOfColor = ["color-contrast", "link-in-text-block"];

/** Has axe look at a page, or at what stands above it, in both schemes; `within` is a selector. */
export const expectAccessible = async (page: Page, name: string, within?: string): Promise<void> => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-scheme", colorScheme);
    // No page has frames of ours: nothing needs axe's second page, which takes as long as a look.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
    if (colorScheme === "dark") axe.withRules(rulesOfColor);
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
