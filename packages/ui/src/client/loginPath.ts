/** Where to sign in, coming back to a path of our own afterwards. */
export const loginPath = (next: string = window.location.pathname + window.location.search): string =>
  next === "/" ? "/login" : `/login?next=${encodeURIComponent(next)}`;

/** The path to go to after a sign-in: only ever one of our own, else the home page. */
export const safeNext = (next: string | null | undefined): string => {
  if (!next || !/^\/(?!\/)[^\\]*$/.test(next)) return "/";
  const url = URL.canParse(next, window.location.origin) ? new URL(next, window.location.origin) : undefined;
  // Resolving may bring a second slash to the front ("/.//host"), which a browser reads as another site.
  if (url?.origin !== window.location.origin || url.pathname.startsWith("//")) return "/";
  return /^\/(login|register|logout)(\/|$)/.test(url.pathname) ? "/" : url.pathname + url.search + url.hash;
};
