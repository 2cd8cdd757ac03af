import { readBusiness } from "./bootstrap.ts";
import type { Device } from "../device/device.ts";
import type { Platform } from "./platform.tsx";
import { goToByNotice, showNotice, showOnSign, showUnsentOnSign } from "./webNotices.ts";

/** The ways of a browser, for the app, and for a shell that has no others of its own. */
export const createBrowserPlatform = (device: Device, business = readBusiness()): Platform => ({
  device,
  business,
  leaveFor: (path, history) => {
    if (history === "replace") window.location.replace(path);
    else window.location.assign(path);
  },
  canKeepAlive: true,
  notify: showNotice,
  showWaiting: showOnSign,
  showUnsent: showUnsentOnSign,
  onGoTo: goToByNotice,
});
