import { pictureOf, pictureSizes, previewsOf } from "@knowhow/ui/client/pictures.ts";
import { isSparing } from "../sparing.ts";
import { maxImages } from "../worker/rules.ts";

/** Some room stays for what is merely looked at. */
const mostPictures = Math.floor(maxImages * 0.8);
/** The first worker of a device comes after the first screen. */
const workerMs = 30_000;

/** Whether a service worker sees what this page loads; waits for the first one. */
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

/** Loads a picture in the width in which a screen of this device would; drawn nowhere, the service worker keeps it. */
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
 * Has the device keep the previews of contents as the shelf and their pages show them: the covers of all first. `pause`
 * lets others go first, and fails where the work is to end.
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
  for (const [address, sizes] of wanted.slice(0, mostPictures)) {
    // Its person may have left since: the first worker of a device is long in coming.
    await pause();
    await load(address, sizes);
  }
};
