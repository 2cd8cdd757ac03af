import { expect, type Console } from "./fixtures.ts";

/** Has addresses noted in the place of opening them in the browser; returns those so far. */
export const noteOpened = async ({ app }: Console): Promise<() => Promise<string[]>> => {
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = async (address) => {
      opened.push(address);
    };
  });
  return () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
};

/** Opens one more window and closes it again: those that were let in before are there by then. */
export const passWindow = async ({ app }: Console): Promise<void> => {
  const address = "about:blank#passing";
  await app.evaluate(({ BrowserWindow }, url) => {
    void new BrowserWindow({ show: false }).loadURL(url);
  }, address);
  const find = () => app.windows().find((one) => one.url() === address);
  await expect.poll(find).toBeDefined();
  await find()?.close();
};

/** Leads the window to an address, by one that may redirect there; false once the console has stopped it. */
export const leadsAway = async ({ page, app }: Console, address: string, by = address): Promise<boolean> => {
  const before = page.url();
  await app.evaluate(({ BrowserWindow }, wanted) => {
    const stopped: boolean[] = [];
    Object.assign(globalThis, { stopped });
    for (const name of ["will-navigate", "will-redirect"] as const)
      // The two events have the same form. After the guard's own listener.
      BrowserWindow.getAllWindows()[0]?.webContents.on(name as "will-navigate", (event) => {
        if (event.url === wanted) stopped.push(event.defaultPrevented);
      });
  }, address);
  const stopped = () => app.evaluate(() => (globalThis as unknown as { stopped: boolean[] }).stopped);
  await page.evaluate((url) => {
    window.location.assign(url);
  }, by);
  await expect.poll(stopped).not.toEqual([]);
  if (!(await stopped()).includes(true)) await page.waitForURL(address);
  return page.url() !== before;
};
