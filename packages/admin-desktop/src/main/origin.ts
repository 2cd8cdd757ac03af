/** The scheme that the console's own files are served under, and its one host. */
export const scheme = "app";
const host = "knowhow";

/** Where the console's screens live. */
export const origin = `${scheme}://${host}`;

/** Whether an address is one of the console's own. */
export const isConsoleAddress = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === `${scheme}:` && url.host === host;
};
