import { ExpirationPlugin } from "workbox-expiration";
import { CacheFirst } from "workbox-strategies";
import { isKeepable } from "./rules.ts";

const dayS = 24 * 60 * 60;

/** Keeps what never changes under its address: the first `maxEntries` of it, each for some days after its last use. */
const keeping = (
  cacheName: string,
  { maxEntries, days }: { maxEntries: number; days: number },
  isKept = ({ ok }: Response) => ok,
) =>
  new CacheFirst({
    cacheName,
    plugins: [
      { cacheWillUpdate: async ({ response }) => (isKept(response) ? response : null) },
      // Where the device has no room left, everything in these can be had again.
      new ExpirationPlugin({ maxEntries, maxAgeSeconds: days * dayS, purgeOnQuotaError: true }),
    ],
  });

/** What is kept beside the files that come with the worker, by rule. */
export const runtimeCaches = {
  asset: keeping("knowhow-assets", { maxEntries: 400, days: 60 }),
  font: keeping("knowhow-fonts", { maxEntries: 120, days: 365 }),
  image: keeping("knowhow-images", { maxEntries: 250, days: 30 }, isKeepable),
} as const;
