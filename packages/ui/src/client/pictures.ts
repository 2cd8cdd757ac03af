import { sizedUrl, srcSetOf } from "./addresses.ts";

/** How wide previews are shown where a person's own shelf stands, for the browser's choice of a width. */
export const pictureSizes = {
  /** Beside a row of a list. */
  row: "128px",
  /** On the page of the content. */
  page: "(min-width:900px) 760px, 100vw",
} as const;

/** A preview as an `img` is given it, in every width that the server has. */
export const pictureOf = (
  address: string,
  sizes: string,
): { src: string; srcSet: string | undefined; sizes: string } => ({
  src: sizedUrl(address, 640),
  srcSet: srcSetOf(address),
  sizes,
});

/** Preview addresses without the blank ones. */
export const previewsOf = ({ previewImageUrls }: { previewImageUrls: readonly string[] }): string[] =>
  previewImageUrls.filter((address) => address.trim() !== "");
