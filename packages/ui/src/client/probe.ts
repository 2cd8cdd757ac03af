import type { Transport } from "./client.ts";

/** A redirect is not followed here: that it was given is enough to know. */
const isGiven = ({ ok, type, status }: Response): boolean =>
  ok || type === "opaqueredirect" || (status >= 300 && status < 400);

/** Sends a read only to learn whether it would be given, without receiving the content. */
export const probe: Transport = async (address, { headers, ...request }) => {
  const ask = (method: string, more: Record<string, string>) =>
    fetch(address, {
      ...request,
      method,
      headers: { ...headers, ...more },
      cache: "no-store",
      redirect: "manual",
    });
  const given = { status: 204, statusText: "", text: "", headers: new Headers() };
  if (isGiven(await ask("HEAD", {}))) return given;
  // Only a GET is told the reason. Should it be given by now, its first byte is enough.
  const response = await ask("GET", { range: "bytes=0-0" });
  if (isGiven(response)) {
    await response.body?.cancel();
    return given;
  }
  const { status, statusText } = response;
  return { status, statusText, text: await response.text(), headers: response.headers };
};
