import type { Config, Environment } from "./config.ts";
import { refuse } from "./configError.ts";
import { standinKeys } from "./localToss.ts";

/** Judges the provider's settings together: the local stand-in without keys, the provider itself with them. */
export const tossOf = (env: Environment, production: boolean): Config["toss"] => {
  const keys = [env.TOSS_CLIENT_KEY, env.TOSS_SECRET_KEY, env.TOSS_SECURITY_KEY];
  const given = keys.filter((key) => key !== undefined).length;
  const [clientKey, secretKey, securityKey] = keys;
  if (clientKey === undefined || secretKey === undefined || securityKey === undefined) {
    refuse(
      given > 0,
      "TOSS_CLIENT_KEY, TOSS_SECRET_KEY and TOSS_SECURITY_KEY belong together: set all three or none",
    );
    refuse(production, "TOSS_CLIENT_KEY, TOSS_SECRET_KEY and TOSS_SECURITY_KEY are needed in production");
    return {
      ...standinKeys,
      sdkUrl: env.TOSS_SDK_URL,
      apiBase: env.TOSS_API_BASE,
      standin: env.TOSS_API_BASE === undefined,
    };
  }
  const [kind] = clientKey.split("_");
  refuse(
    !secretKey.startsWith(`${kind}_`),
    "TOSS_CLIENT_KEY and TOSS_SECRET_KEY: one is a test key, the other a live key",
  );
  const apiBase = env.TOSS_API_BASE ?? "https://api.tosspayments.com";
  const sdkUrl = env.TOSS_SDK_URL ?? "https://js.tosspayments.com/v2/standard";
  const isToss = (address: string) => /^https:\/\/[a-z]+\.tosspayments\.com(\/|$)/.test(address);
  refuse(
    kind === "live" && !isToss(apiBase),
    "TOSS_API_BASE: a live key is only ever sent to the provider itself",
  );
  refuse(
    kind === "live" && !isToss(sdkUrl),
    "TOSS_SDK_URL: with a live key the script comes from the provider itself",
  );
  refuse(production && kind === "test", "TOSS_CLIENT_KEY: production does not run on test keys");
  return { clientKey, secretKey, securityKey, sdkUrl, apiBase, standin: false };
};
