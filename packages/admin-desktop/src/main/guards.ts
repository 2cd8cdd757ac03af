import type { App, Session, Shell, WebContents } from "electron";
import { isConsoleAddress } from "./origin.ts";

/** What other programs are given to open. */
const opened = new Set(["https:", "mailto:"]);

/** What the console's page may have of the system; everything else is refused without a question. */
const permitted = new Set(["clipboard-sanitized-write", "fullscreen"]);

interface Ways {
  shell: Pick<Shell, "openExternal">;
  /** The origin of the server in use: this machine's own is no https. */
  server: () => string | null;
}

const guard = (contents: WebContents, { shell, server }: Ways): void => {
  for (const name of ["will-navigate", "will-redirect", "will-frame-navigate"] as const)
    // The three events have the same form; their overloads can not be called in one.
    contents.on(name as "will-navigate", (event) => {
      if (!isConsoleAddress(event.url)) event.preventDefault();
    });
  contents.on("will-attach-webview", (event) => {
    event.preventDefault();
  });
  contents.setWindowOpenHandler(({ url }) => {
    const isOpened =
      URL.canParse(url) && (opened.has(new URL(url).protocol) || new URL(url).origin === server());
    if (isOpened) void shell.openExternal(url);
    return { action: "deny" };
  });
};

/** Keeps every window where it belongs: no other pages, no new windows, links go to the browser. */
export const guardWindows = (app: App, ways: Ways): void => {
  app.on("web-contents-created", (_event, contents) => guard(contents, ways));
};

/** Refuses what pages could ask of the system, but for the little that is needed. */
export const guardPermissions = (session: Session): void => {
  session.setPermissionRequestHandler((contents, permission, answer) => {
    answer(permitted.has(permission) && isConsoleAddress(contents.getURL()));
  });
  session.setPermissionCheckHandler(
    (contents, permission) =>
      permitted.has(permission) && contents !== null && isConsoleAddress(contents.getURL()),
  );
};
