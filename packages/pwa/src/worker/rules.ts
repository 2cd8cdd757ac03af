import { isPage, isServerPath, previewsPath } from "@knowhow/shared/pages.ts";

/** How the service worker handles a request; without a rule the browser does, as if there were no worker. */
export type Rule = "shell" | "page" | "font" | "asset" | "image";

/** The parts of a request that decide its rule. */
export interface RequestFacts {
  method: string;
  mode: string;
  destination: string;
  url: URL;
}

const isFile = (path: string): boolean => /\.[a-z0-9]{2,11}$/i.test(path);

/** Paths for monitoring the server; the app has no screens there. */
const watched = /^\/(healthz|readyz|metrics)$/;

/** The rule of a request, where `origin` is our own. */
export const ruleOf = (
  { method, mode, destination, url }: RequestFacts,
  origin: string,
): Rule | undefined => {
  if (method !== "GET" || url.origin !== origin) return undefined;
  const { pathname, searchParams } = url;
  if (mode === "navigate") {
    // Only the server hears which site a link to the sign-out was on.
    if (isPage(pathname) && !/^\/logout\/?$/.test(pathname)) return "shell";
    return isServerPath(pathname) || isFile(pathname) || watched.test(pathname) ? undefined : "page";
  }
  if (pathname.startsWith("/assets/")) return pathname.endsWith(".woff2") ? "font" : "asset";
  // Of all calls only these answers are kept: small, public by nature, and the same for good under their version.
  if (destination === "image" && pathname.startsWith(previewsPath) && searchParams.has("v")) return "image";
  return undefined;
};

/** How many previews are kept; beyond that the least recently used one is deleted. */
export const maxImages = 250;

const pictureIn = (address: string) => {
  const { pathname, searchParams } = new URL(address, "http://page.invalid");
  return {
    version: `${pathname}?${searchParams.get("v")}`,
    width: Number(searchParams.get("w") ?? Infinity),
  };
};

/** The kept address of the same picture in another width: the next larger one, else the largest. */
export const otherWidth = (asked: string, kept: readonly string[]): string | undefined => {
  const { version, width } = pictureIn(asked);
  const same = kept
    .map((address) => ({ address, ...pictureIn(address) }))
    .filter((one) => one.version === version)
    .sort((one, other) => (one.width < other.width ? -1 : 1));
  return (same.find((one) => one.width >= width) ?? same.at(-1))?.address;
};

/** The largest image that is kept, in bytes. */
const maxImageBytes = 400_000;

/** Whether a preview may be kept: whole, no longer changing, and not large. */
export const isKeepable = ({ status, headers }: Pick<Response, "status" | "headers">): boolean =>
  status === 200 &&
  (headers.get("cache-control") ?? "").includes("immutable") &&
  Number(headers.get("content-length") ?? Infinity) <= maxImageBytes;
