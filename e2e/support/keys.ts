import { expect, type Locator } from "@playwright/test";

/** Presses Tab, or Shift+Tab where it lies before, until a control has the focus, and shows that it has. */
export const tabTo = async (wanted: Locator): Promise<void> => {
  await expect(wanted).toBeVisible();
  const { keyboard } = wanted.page();
  const isBefore = await wanted.evaluate((element) =>
    Boolean(document.activeElement && element.compareDocumentPosition(document.activeElement) & 4),
  );
  for (let presses = 0; presses < 80; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) break;
    await keyboard.press(isBefore ? "Shift+Tab" : "Tab");
  }
  await expect(wanted).toBeFocused();
  expect(await wanted.evaluate((element) => element.matches(":focus-visible"))).toBe(true);
};
