import { isPage, isServerPath, previewsPath } from "@knowhow/shared/pages.ts";

/** What the service worker does with a request; without a rule the browser does as if there were no worker. */
export type Rule = "shell" | "page" | "font" | "asset" | "image";

/** As much of a request as decides its rule. */
export interface Asked {
  method: string;
  mode: string;
  destination: string;
  url: URL;
}

const isFile = (path: string): boolean => /\.[a-z0-9]{2,11}$/i.test(path);

/** Pages for whoever watches the server; the app has none at these paths. */
const watched = /^\/(healthz|readyz|metrics)$/;

/** The rule of a request, where `origin` is our own. */
export const ruleOf = ({ method, mode, destination, url }: Asked, origin: string): Rule | undefined => {
  if (method !== "GET" || url.origin !== origin) return undefined;
  const { pathname, searchParams } = url;
  if (mode === "navigate") {
    if (isPage(pathname)) return "shell";
    return isServerPath(pathname) || isFile(pathname) || watched.test(pathname) ? undefined : "page";
  }
  if (pathname.startsWith("/assets/")) return pathname.endsWith(".woff2") ? "font" : "asset";
  // Of all calls only these answers are kept: small, public by nature, and the same for good under their version.
  if (destination === "image" && pathname.startsWith(previewsPath) && searchParams.has("v")) return "image";
  return undefined;
};

/** The largest image that is kept, in bytes. */
const maxImageBytes = 400_000;

/** Whether a preview may be kept: whole, no longer changing, and not large. */
export const isKeepable = ({ status, headers }: Pick<Response, "status" | "headers">): boolean =>
  status === 200 &&
  (headers.get("cache-control") ?? "").includes("immutable") &&
  Number(headers.get("content-length") ?? Infinity) <= maxImageBytes;
