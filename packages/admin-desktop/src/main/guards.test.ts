import type { App, Session, Shell, WebContents } from "electron";
import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { guardPermissions, guardWindows } from "./guards.ts";
import { origin } from "./origin.ts";

const askedFor = [
  "clipboard-sanitized-write", "fullscreen", "clipboard-read", "media", "geolocation", "notifications", "openExternal",
  "display-capture", "usb", "fileSystem",
]; // oxfmt-ignore
const permitted = ["clipboard-sanitized-write", "fullscreen"];

/** Of a page, only its address matters. */
type Page = Pick<WebContents, "getURL">;
type Ask = (contents: Page, permission: string, answer: (isAllowed: boolean) => void) => void;
type Check = (contents: Page | null, permission: string) => boolean;

const guardSession = () => {
  const handlers: { ask?: Ask; check?: Check } = {};
  const session = {
    setPermissionRequestHandler: (ask: Ask) => {
      handlers.ask = ask;
    },
    setPermissionCheckHandler: (check: Check) => {
      handlers.check = check;
    },
  };
  // Of the session, only the two places for the handlers matter.
  guardPermissions(session as unknown as Session);
  const asked = (contents: Page, permission: string) => {
    let isAllowed: boolean | undefined;
    handlers.ask?.(contents, permission, (is) => {
      isAllowed = is;
    });
    return isAllowed;
  };
  return { asked, checked: (contents: Page | null, name: string) => handlers.check?.(contents, name) };
};

const pageAt = (url: string): Page => ({ getURL: () => url });

describe("what pages may have of the system", () => {
  it("is the little that the console's own page needs", () => {
    const { asked, checked } = guardSession();
    const own = pageAt(`${origin}/admin`);
    expect(askedFor.filter((name) => asked(own, name))).toEqual(permitted);
    expect(askedFor.filter((name) => checked(own, name))).toEqual(permitted);
  });

  it("is nothing for any other page, and every question is answered", () => {
    const { asked, checked } = guardSession();
    for (const url of ["https://evil.example/", `https://evil.example/${origin}`, "", "app://other/"])
      for (const name of askedFor) expect([asked(pageAt(url), name), checked(pageAt(url), name)]).toEqual([false, false]); // oxfmt-ignore
    for (const name of askedFor) expect(checked(null, name)).toBe(false);
  });
});

describe("where a window may go", () => {
  const guarded = () => {
    const app = new EventEmitter();
    const opened: string[] = [];
    const shell: Pick<Shell, "openExternal"> = {
      openExternal: async (url) => {
        opened.push(url);
      },
    };
    // Only the app's events matter.
    guardWindows(app as unknown as App, { shell, server: () => "http://localhost:3000" });
    let open: (details: { url: string }) => { action: string } = () => ({ action: "allow" });
    const contents = Object.assign(new EventEmitter(), {
      setWindowOpenHandler: (handler: typeof open) => {
        open = handler;
      },
    });
    app.emit("web-contents-created", {}, contents);
    const isStopped = (name: string, url: string) => {
      let is = false;
      contents.emit(name, { url, preventDefault: () => (is = true) });
      return is;
    };
    return { isStopped, opened, open: (url: string) => open({ url }).action };
  };

  it("is its own origin alone, whichever way it is led", () => {
    const { isStopped } = guarded();
    for (const name of ["will-navigate", "will-redirect", "will-frame-navigate"]) {
      expect(isStopped(name, `${origin}/reports`)).toBe(false);
      for (const url of ["https://evil.example/", "file:///etc/passwd", "app://other/", "javascript:1"])
        expect(isStopped(name, url)).toBe(true);
    }
    expect(isStopped("will-attach-webview", "")).toBe(true);
  });

  it("is no second window; what other programs open is theirs", () => {
    const { open, opened } = guarded();
    for (const url of [
      "https://knowhow.example/help",
      "mailto:a@b.example",
      "http://localhost:3000/market",
      "http://localhost:3001/market",
      "file:///etc/passwd",
      "knowhow://x",
      "x",
    ])
      expect(open(url)).toBe("deny");
    expect(opened).toEqual([
      "https://knowhow.example/help",
      "mailto:a@b.example",
      "http://localhost:3000/market",
    ]);
  });
});
