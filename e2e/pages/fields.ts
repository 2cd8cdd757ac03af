import type { Locator } from "@playwright/test";

/** The field under a label, whether or not the label bears the star of a required one. */
export const field = (within: Locator, label: string): Locator =>
  within.getByLabel(new RegExp(`^${label}\\s*\\*?$`));

/** Chooses in a list of one: the system's own on a touch screen, a list box of ours elsewhere. */
export const choose = async (within: Locator, label: string, option: string): Promise<void> => {
  const box = field(within, label);
  if ((await box.evaluate((element) => element.tagName)) === "SELECT") {
    await box.selectOption({ label: option });
    return;
  }
  await box.click();
  await within.page().getByRole("option", { name: option, exact: true }).click();
};
