import type { Middleware } from "koa";
import helmet from "helmet";
import type { Config } from "../config.ts";

/** Origins that the payment window needs, from the addresses in use; the stand-in of this process is 'self'. */
const paymentOrigins = (config: Config): string[] => {
  const { sdkUrl, apiBase } = config.toss;
  const origins = [sdkUrl, apiBase]
    .filter((address) => address !== undefined)
    .map((address) => new URL(address).origin);
  const isReal = origins.some((origin) => origin.endsWith(".tosspayments.com"));
  return [...new Set([...origins, ...(isReal ? ["https://*.tosspayments.com"] : [])])];
};

/** Security headers of every answer, with a policy under which only our own script and the provider's run. */
export const securityHeaders = (config: Config): Middleware => {
  const payment = paymentOrigins(config);
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...payment],
        // Emotion writes its rules into style elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:"],
        fontSrc: ["'self'"],
        // Browsers send uploads to the object storage itself.
        connectSrc: ["'self'", ...payment, ...(config.s3 ? [new URL(config.s3.endpoint).origin] : [])],
        frameSrc: ["'self'", ...payment],
        formAction: ["'self'", ...payment],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        ...(config.secureCookies ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // The provider's window is a popup of ours on some cards.
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: "same-origin" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: config.secureCookies ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    xFrameOptions: { action: "deny" },
  });
  return async (ctx, next) => {
    await new Promise<void>((resolve, reject) => {
      setHeaders(ctx.req, ctx.res, (error) => {
        if (error === undefined) resolve();
        else reject(error instanceof Error ? error : new Error("security headers were not set"));
      });
    });
    await next();
  };
};
