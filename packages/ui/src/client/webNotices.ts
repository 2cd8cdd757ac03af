import type { WaitingCount } from "@knowhow/shared/ipc.ts";
import type { Notice } from "./platform.tsx";

const handlers = new Set<(path: string) => void>();

/** Shows a notification of the browser, where the person has allowed it; a newer one about the same takes its place. */
export const showNotice = ({ title, body, path }: Notice): void => {
  if (typeof Notification === "undefined" || Notification.permission !== "granted") return;
  let notification: Notification;
  try {
    notification = new Notification(title, { body, tag: path });
  } catch {
    // Browsers of phones leave it to the worker: there only the badge tells.
    return;
  }
  notification.onclick = () => {
    window.focus();
    for (const handler of handlers) handler(path);
    notification.close();
  };
};

/** Is told where a click on a notification leads; gives the way to stop. */
export const goToByNotice = (handler: (path: string) => void): (() => void) => {
  handlers.add(handler);
  return () => {
    handlers.delete(handler);
  };
};

const onSign = { waiting: 0, unsent: 0 };

/** The badge has one number for both counts. */
const writeSign = (): void => {
  const total = onSign.waiting + onSign.unsent;
  // Not in every browser.
  const sign: Partial<Pick<Navigator, "setAppBadge" | "clearAppBadge">> = navigator;
  const done = total > 0 ? sign.setAppBadge?.(total) : sign.clearAppBadge?.();
  done?.catch(() => undefined); // An app that is not installed has no badge.
};

/** Shows the number of waiting items on the installed app's badge, where there is one. */
export const showOnSign = ({ reports, inquiries, alerts }: WaitingCount): void => {
  onSign.waiting = reports + inquiries + alerts;
  writeSign();
};

/** Adds the number of the person's own unsent jobs to it. */
export const showUnsentOnSign = (count: number): void => {
  onSign.unsent = count;
  writeSign();
};
