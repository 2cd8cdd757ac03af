import type { WaitingCount } from "@knowhow/shared/ipc.ts";
import { app, Menu, nativeImage, Tray, type BrowserWindow } from "electron";

const nothing: WaitingCount = { reports: 0, inquiries: 0, alerts: 0 };

interface Options {
  icon: string;
  window: BrowserWindow;
  show: () => void;
  goTo: (path: string) => void;
  quit: () => void;
}

/** A red dot over the app's button, where the system shows no number there. */
const dot =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAHklEQVR42mO4o2X0nxLMMGrAqAGjBowaMGrAcDEAAEMzm8HAvXWPAAAAAElFTkSuQmCC";

const wordsOf = ({ reports, inquiries, alerts }: WaitingCount): string =>
  [
    `대기 중 신고 ${reports.toLocaleString("ko-KR")}건`,
    `읽지 않은 문의 ${inquiries.toLocaleString("ko-KR")}건`,
    `확인할 알림 ${alerts.toLocaleString("ko-KR")}건`,
  ].join(" · ");

/** Puts the console into the system's tray and keeps the numbers there and on the app's sign. */
export const createTray = ({ icon, window, show, goTo, quit }: Options) => {
  const tray = new Tray(nativeImage.createFromPath(icon).resize({ width: 16, height: 16 }));
  tray.on("click", show);
  const count = (waiting: WaitingCount) => {
    const total = waiting.reports + waiting.inquiries + waiting.alerts;
    const menu = Menu.buildFromTemplate([
      { id: "open", label: "콘솔 열기", click: show },
      { type: "separator" },
      { id: "reports", label: `대기 중 신고 (${waiting.reports})`, click: () => goTo("/admin?tab=pending") },
      { id: "inquiries", label: `읽지 않은 문의 (${waiting.inquiries})`, click: () => goTo("/admin-chats") },
      { id: "alerts", label: `확인할 알림 (${waiting.alerts})`, click: () => goTo("/alerts") },
      { type: "separator" },
      { id: "quit", label: "종료", click: quit },
    ]);
    tray.setToolTip(`노하우 콘솔 · ${wordsOf(waiting)}`);
    tray.setContextMenu(menu);
    app.setBadgeCount(total);
    if (process.platform === "win32")
      window.setOverlayIcon(total > 0 ? nativeImage.createFromDataURL(dot) : null, wordsOf(waiting));
    return menu;
  };
  // The tray would be gone with its last reference.
  const held = { tray, menu: count(nothing) };
  return {
    held,
    count: (waiting: WaitingCount): void => {
      held.menu = count(waiting);
    },
    /** Without a session nothing is shown. */
    clear: (): void => {
      held.menu = count(nothing);
    },
  };
};
