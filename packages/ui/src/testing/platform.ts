import { createBrowserPlatform } from "../client/browserPlatform.ts";
import type { Platform } from "../client/platform.tsx";
import { createDevice, type DeviceStores } from "../device/device.ts";
import { tabStores } from "../device/tabStores.ts";

const defaultStores: DeviceStores = { ...tabStores, staffWaits: false };

/** Where the tests' device keeps things; a test may put another store in the place of one. */
export const testStores: DeviceStores = { ...defaultStores };

/** What the tests' shell keeps of people. */
export const testDevice = createDevice({
  openJobStore: (personId) => testStores.openJobStore(personId),
  openDraftStore: (personId) => testStores.openDraftStore(personId),
  openTextStore: (personId) => testStores.openTextStore(personId),
  countSealed: (personId) => testStores.countSealed(personId),
  staffWaits: false,
});

/** The platform that tests give to screens; a test may change it. */
export const testPlatform: Platform = createBrowserPlatform(testDevice);

/** Takes back what a test has changed. */
export const resetPlatform = (): void => {
  delete testPlatform.attention;
  Object.assign(testPlatform, createBrowserPlatform(testDevice));
  Object.assign(testStores, defaultStores);
};
