/**
 * Chromium does not take schemes of an app's own: `app://console/x` is shown to it as an address of http whose host
 * ends in `.localhost`, which it trusts as it trusts https. What the app under test sees is its own scheme.
 */
const suffix = ".standin.localhost";

/** The schemes that the app handles itself. */
const handled = new Set<string>();

/** Makes a scheme one of those that are shown in another form. */
export const takeScheme = (scheme: string): void => {
  handled.add(scheme);
};

/** Takes that back. */
export const leaveScheme = (scheme: string): void => {
  handled.delete(scheme);
};

/** The address that Chromium is given for one of the app. */
export const toChromium = (address: string): string => {
  const [, scheme, host, rest] = /^([a-z][\w+.-]*):\/\/([^/?#]*)(.*)$/s.exec(address) ?? [];
  if (scheme === undefined || !handled.has(scheme)) return address;
  return `http://${host}.${scheme}${suffix}${rest?.startsWith("/") ? rest : `/${rest}`}`;
};

/** The address of the app for one that Chromium names. */
export const fromChromium = (address: string): string => {
  const [, host, scheme, rest] =
    /^http:\/\/([^/?#]+)\.([\w+-]+)\.standin\.localhost(.*)$/s.exec(address) ?? [];
  return host === undefined || scheme === undefined ? address : `${scheme}://${host}${rest ?? ""}`;
};

/** What makes Chromium ask a port of this machine for every such address. */
export const resolverRule = (port: number): string => `MAP *${suffix} 127.0.0.1:${port}`;
