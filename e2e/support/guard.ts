import { api } from "@knowhow/shared";
import type { BrowserContext } from "@playwright/test";

/** A visitor's app asks for the signed-in person and is answered 401, which the browser logs each time. */
const nobody = `Failed to load resource: the server responded with a status of 401 (Unauthorized) ${api.accounts.me.path}`;

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url);

/**
 * Collects events that must never happen on any page of a context: console messages of the kind `error`, uncaught
 * errors, violations of the content security policy.
 */
export const watch = async (context: BrowserContext): Promise<string[]> => {
  const troubles: string[] = [];
  context.on("console", (message) => {
    if (message.type() !== "error") return;
    const line = `${message.text()} ${pathOf(message.location().url)}`;
    if (line !== nobody) troubles.push(line);
  });
  context.on("weberror", (error) => {
    troubles.push(`uncaught: ${error.error().stack ?? error.error().message}`);
  });
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, disposition }) => {
      console.error(`policy violated (${disposition}): ${violatedDirective} ${blockedURI}`);
    });
  });
  return troubles;
};
