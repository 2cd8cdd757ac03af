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
] as const; // prettier-ignore

const hostMatches = (host: string, pattern: string): boolean =>
  pattern.startsWith(".") ? host.endsWith(pattern) : host === pattern;

/** Paths of trusted hosts that lead on to any other address. */
const leadsOn = /^\/url\/?$/i;

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
    !(host.endsWith(".google.com") && leadsOn.test(url.pathname)) &&
    trustedHosts.some((pattern) => hostMatches(host, pattern))
  );
};
