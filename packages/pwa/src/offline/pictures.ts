import { pictureOf, pictureSizes, previewsOf } from "@knowhow/ui/client/pictures.ts";
import { isSparing } from "../sparing.ts";
import { maxImages } from "../worker/rules.ts";

/** Some room stays for pictures that are only looked at. */
const maxPictures = Math.floor(maxImages * 0.8);
/** How long to wait for the first worker of a device, which comes after the first screen. */
const workerMs = 30_000;

/** Whether a service worker controls this page; waits for the first one. */
const hasWorker = async (): Promise<boolean> => {
  if (!("serviceWorker" in navigator)) return false;
  const workers = navigator.serviceWorker;
  if (workers.controller) return true;
  await new Promise((resolve) => {
    workers.addEventListener("controllerchange", resolve, { once: true });
    setTimeout(resolve, workerMs);
  });
  return Boolean(workers.controller);
};

/** Loads a picture in the width that a screen of this device would use; the service worker keeps it. */
const load = (address: string, sizes: string): Promise<unknown> =>
  new Promise((resolve) => {
    const image = new Image();
    image.onload = resolve;
    image.onerror = resolve;
    image.fetchPriority = "low";
    const { src, srcSet } = pictureOf(address, sizes);
    image.sizes = sizes;
    if (srcSet !== undefined) image.srcset = srcSet;
    image.src = src;
  });

/**
 * Has the device keep the previews of contents as the shelf and their pages show them, all covers first. `pause` lets
 * other requests go first, and throws where the work is to end.
 */
export const keepPictures = async (
  contents: readonly { previewImageUrls: readonly string[] }[],
  pause: () => Promise<void>,
): Promise<void> => {
  if (!(await hasWorker())) return;
  const previews = contents.map(previewsOf);
  const covers = previews.flatMap(([cover]) => (cover === undefined ? [] : [cover]));
  const wanted = [
    ...covers.map((address) => [address, pictureSizes.row] as const),
    ...(isSparing() ? [] : previews.flat().map((address) => [address, pictureSizes.page] as const)),
  ];
  for (const [address, sizes] of wanted.slice(0, maxPictures)) {
    // The user may have signed out since: the first worker of a device takes long.
    await pause();
    await load(address, sizes);
  }
};
