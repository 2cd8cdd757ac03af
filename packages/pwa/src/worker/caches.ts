import { ExpirationPlugin } from "workbox-expiration";
import type { WorkboxPlugin } from "workbox-core/types.js";
import { CacheFirst } from "workbox-strategies";
import { isKeepable, maxImages, otherWidth } from "./rules.ts";

const dayS = 24 * 60 * 60;

/** Caches responses that never change: the `maxEntries` used last, each for some days after its last use. */
const keeping = (
  cacheName: string,
  { maxEntries, days }: { maxEntries: number; days: number },
  {
    isKept = ({ ok }: Response) => ok,
    ...plugin
  }: WorkboxPlugin & { isKept?: (response: Response) => boolean } = {},
) =>
  new CacheFirst({
    cacheName,
    plugins: [
      { cacheWillUpdate: async ({ response }) => (isKept(response) ? response : null) },
      // Deleted where the device has no room left: all of it can be fetched again.
      new ExpirationPlugin({ maxEntries, maxAgeSeconds: days * dayS, purgeOnQuotaError: true }),
      plugin,
    ],
  });

const imageCache = "knowhow-images";

/** Without a network a picture is shown in a kept width. */
const inAnotherWidth: WorkboxPlugin["handlerDidError"] = async ({ request }) => {
  const cache = await caches.open(imageCache);
  const kept = await cache.keys(request, { ignoreSearch: true, ignoreVary: true });
  const found = otherWidth(
    request.url,
    kept.map(({ url }) => url),
  );
  return found === undefined ? undefined : cache.match(found, { ignoreVary: true });
};

/** The caches beside the precached files, by rule. */
export const runtimeCaches = {
  asset: keeping("knowhow-assets", { maxEntries: 400, days: 60 }),
  font: keeping("knowhow-fonts", { maxEntries: 120, days: 365 }),
  image: keeping(
    imageCache,
    { maxEntries: maxImages, days: 30 },
    { isKept: isKeepable, handlerDidError: inAnotherWidth },
  ),
} as const;
