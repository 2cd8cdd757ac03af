/** Hosts that people share files on. A host matches itself and, where it starts with a dot, its subdomains. */
const trustedHosts = [
  "drive.google.com", "docs.google.com",
  "dropbox.com", "www.dropbox.com",
  "onedrive.live.com", "1drv.ms", ".sharepoint.com",
  "mybox.naver.com",
  "notion.so", "www.notion.so", ".notion.site",
  "github.com", "gist.github.com",
  "mega.nz", "mega.io",
  "box.com", "app.box.com", ".box.com",
] as const; // oxfmt-ignore

const hostMatches = (host: string, pattern: string): boolean =>
  pattern.startsWith(".") ? host.endsWith(pattern) : host === pattern;

/** Paths of trusted hosts that lead on to any other address. */
const leadsOn = /^\/+url\/*$/i;

/** A path as a server may read it, with escapes decoded. */
const readPath = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/**
 * Tells whether an external link may be sold: HTTPS on a known file host, no shortener, address, port or credentials.
 * The server never fetches it. `1drv.ms` is OneDrive's own share domain, not a public shortener.
 */
export const isTrustedLink = (value: string): boolean => {
  if (value.length > 2_000 || value !== value.trim() || /[\s\\\p{Cc}]/u.test(value)) return false;
  if (!/^https:\/\/[^/?#]/i.test(value)) return false;
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  const host = url.hostname.replace(/\.$/, "");
  const authority = value.slice("https://".length).split(/[/?#]/)[0] ?? "";
  return (
    url.protocol === "https:" &&
    url.username === "" &&
    url.password === "" &&
    !authority.includes("@") &&
    !authority.includes(":") &&
    !(host.endsWith(".google.com") && leadsOn.test(readPath(url.pathname))) &&
    trustedHosts.some((pattern) => hostMatches(host, pattern))
  );
};

/**
 * Normal form of an external link, in which it is stored and judged: the host in lower case without a dot at its end,
 * no steps back in the path. Any other text stays as it is.
 */
export const normalLink = (value: string): string => {
  const trimmed = value.trim();
  if (trimmed.length > 2_000 || !/^https:\/\/[^/?#]/i.test(trimmed) || !URL.canParse(trimmed)) return trimmed;
  const url = new URL(trimmed);
  url.hostname = url.hostname.replace(/\.$/, "");
  return url.href;
};
