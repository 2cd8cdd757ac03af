import type { PushMessage } from "@knowhow/shared";
import { isPage } from "@knowhow/shared/pages.ts";

const base = "https://page.invalid";
const maxTagLength = 200;

/** Whether a path leads to a page of this app, whatever stands behind its "?" and "#". */
export const leadsToPage = (path: unknown): path is string => {
  if (typeof path !== "string" || !path.startsWith("/") || !URL.canParse(path, base)) return false;
  const { origin, pathname } = new URL(path, base);
  return origin === base && isPage(pathname);
};

const isPushMessage = (value: unknown): value is PushMessage =>
  typeof value === "object" &&
  value !== null &&
  "title" in value &&
  typeof value.title === "string" &&
  value.title !== "" &&
  "body" in value &&
  typeof value.body === "string" &&
  "path" in value &&
  leadsToPage(value.path) &&
  "tag" in value &&
  typeof value.tag === "string" &&
  value.tag.length <= maxTagLength;

/** Shown in place of what can not be read: browsers want something shown for each push. */
const generalMessage: PushMessage = { title: "새 소식이 있어요", body: "", path: "/", tag: "news" };

/** The notification that the data of a push describes. */
export const pushMessageOf = (data: string | undefined): PushMessage => {
  try {
    const value: unknown = JSON.parse(data ?? "");
    return isPushMessage(value) ? value : generalMessage;
  } catch {
    return generalMessage;
  }
};

/** As much of a browser's window as decides about notifications. */
export interface WindowFacts {
  url: string;
  focused: boolean;
  visibilityState: "visible" | "hidden";
}

const pathIn = (url: string): string => {
  const { pathname, search, hash } = new URL(url);
  return pathname + search + hash;
};

/** The window of the app that a notification opens its path in; none where no window shows the app. */
export const windowFor = <W extends WindowFacts>(path: string, windows: readonly W[]): W | undefined => {
  const own = windows.filter(({ url }) => leadsToPage(pathIn(url)));
  return (
    own.find(({ url }) => pathIn(url) === path) ??
    own.find(({ focused }) => focused) ??
    own.find(({ visibilityState }) => visibilityState === "visible") ??
    own[0]
  );
};
