import { afterEach, describe, expect, it, vi } from "vitest";
import { goToByNotice, showNotice, showOnSign } from "./webNotices.ts";

/** The browser's own, as far as it is used: there is none in this environment. */
class Shown {
  static permission: NotificationPermission = "granted";
  static readonly all: Shown[] = [];
  onclick: (() => void) | null = null;
  isClosed = false;
  constructor(
    readonly title: string,
    readonly options: NotificationOptions,
  ) {
    Shown.all.push(this);
  }
  close() {
    this.isClosed = true;
  }
}

const notice = { title: "새 신고", body: "사기", path: "/admin?tab=pending" };

describe("notifications in the browser", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    Shown.all.length = 0;
    Shown.permission = "granted";
  });

  it("lead where they say, once", () => {
    vi.stubGlobal("Notification", Shown);
    const went: string[] = [];
    const stop = goToByNotice((path) => went.push(path));
    showNotice(notice);
    expect(Shown.all[0]).toMatchObject({ title: "새 신고", options: { body: "사기", tag: notice.path } });
    Shown.all[0]?.onclick?.();
    stop();
    Shown.all[0]?.onclick?.();
    expect(went).toEqual([notice.path]);
    expect(Shown.all[0]?.isClosed).toBe(true);
  });

  it("are not shown to whoever has not allowed it, nor where there are none", () => {
    showNotice(notice);
    vi.stubGlobal("Notification", Shown);
    Shown.permission = "default";
    showNotice(notice);
    expect(Shown.all).toEqual([]);
  });

  it("say on the sign how much waits", async () => {
    const said: (number | null)[] = [];
    vi.stubGlobal("navigator", {
      setAppBadge: async (count: number) => void said.push(count),
      clearAppBadge: async () => void said.push(null),
    });
    showOnSign({ reports: 2, inquiries: 2, alerts: 1 });
    showOnSign({ reports: 0, inquiries: 0, alerts: 0 });
    expect(said).toEqual([5, null]);
    vi.stubGlobal("navigator", {});
    showOnSign({ reports: 1, inquiries: 0, alerts: 0 });
  });
});
