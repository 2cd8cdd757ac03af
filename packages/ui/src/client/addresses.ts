import { addressOf, api, previewWidths } from "@knowhow/shared";

/** Where one file of a content is downloaded, of the newest version or the given one; the index counts from 0. */
export const downloadUrl = (contentId: string, index: number, version?: number): string =>
  addressOf(api.files.download, {
    params: { contentId, index: String(index) },
    query: version === undefined ? {} : { version: String(version) },
  });

/** Where one preview image is served. */
export const previewUrl = (contentId: string, index: number): string =>
  addressOf(api.files.previewImage, { params: { contentId, index: String(index) } });

const proxyPrefix = api.files.previewImage.path.split(":")[0] ?? "";

/** The same preview in the three widths that the server keeps; nothing for an address of another kind. */
export const srcSetOf = (address: string): string | undefined =>
  address.startsWith(proxyPrefix)
    ? previewWidths.map((width) => `${sizedUrl(address, width)} ${width}w`).join(", ")
    : undefined;

/** A preview address in one width, kept versioned as it was given. */
export const sizedUrl = (address: string, width: (typeof previewWidths)[number]): string =>
  address.startsWith(proxyPrefix) ? `${address}${address.includes("?") ? "&" : "?"}w=${width}` : address;
