import { endpoints, moderating } from "./endpoint.ts";
import { objectsPath } from "./files.ts";
import type { contentsSchemas } from "./schemas/contents.ts";

/** Tells whether an entry of fileUrls names an uploaded object, not an external link. */
export const isObjectPath = (value: string): boolean =>
  value.startsWith(objectsPath) && /^[A-Za-z0-9/_-]+$/.test(value.slice(objectsPath.length));
/** `hidden`: taken down by administrators; `paused`: taken off sale for a while by its seller. */
export const contentStates = ["listed", "hidden", "paused"] as const;
export type ContentState = (typeof contentStates)[number];
/** Whether it has a page for everyone: on the market, or paused by its seller. */
export const isPublicContent = ({ isListed, state }: { isListed: boolean; state: ContentState }): boolean =>
  isListed || state === "paused";

/** Versions that a sold content may have in a day. */
export const maxVersionsADay = 10;

/** States that a seller sets. */
export const saleStates = ["listed", "paused"] as const;
const readable = { access: "public", whileSuspended: true, whileBanned: true } as const;
const formErrors = [
  "VALIDATION", "FILE_OR_LINK_REQUIRED", "UNTRUSTED_LINK", "PRICE_TOO_LOW", "BANK_ACCOUNT_REQUIRED", "NOT_FOUND",
  "TOO_LARGE", "UNSUPPORTED_TYPE",
] as const; // oxfmt-ignore

/** Contents: browsing, selling. */
export const contents = endpoints<typeof contentsSchemas>()({
  list: {
    method: "GET",
    path: "/api/contents",
    ...readable,
    errors: ["VALIDATION"],
  },
  popular: {
    method: "GET",
    path: "/api/contents/popular",
    ...readable,
    errors: [],
  },
  category: {
    method: "GET",
    path: "/api/contents/category/:category",
    ...readable,
    errors: ["VALIDATION", "NOT_FOUND"],
  },
  get: {
    method: "GET",
    path: "/api/contents/:id",
    ...readable,
    errors: ["NOT_FOUND"],
  },
  create: {
    method: "POST",
    path: "/api/contents",
    access: "member",
    whileSuspended: false,
    whileBanned: false,
    idempotent: true,
    changesContents: true,
    status: 201,
    errors: formErrors,
  },
  update: {
    method: "PUT",
    path: "/api/contents/:id",
    access: "member",
    whileSuspended: false,
    whileBanned: false,
    idempotent: true,
    changesContents: true,
    errors: [...formErrors, "NOT_OWNER", "EDIT_CONFLICT", "TOO_MANY"],
  },
  /** The versions that one may download, the newest first. A buyer who reads them knows of the newest from then on. */
  versions: {
    method: "GET",
    path: "/api/contents/:id/versions",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    errors: ["PURCHASE_REQUIRED", "NOT_FOUND"],
  },
  remove: {
    method: "DELETE",
    path: "/api/contents/:id",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    changesContents: true,
    errors: ["NOT_OWNER", "NOT_FOUND"],
  },
  /** Takes an own content off sale, for a while or until a moment, or puts it back; its page and its buyers stay. */
  setState: {
    method: "PUT",
    path: "/api/contents/:id/state",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    limit: "saleState",
    changesContents: true,
    errors: ["VALIDATION", "NOT_OWNER", "NOT_FOUND"],
  },
  /** Takes a content down, or puts it back; its buyers keep it. */
  moderate: { path: "/api/admin/contents/:id/state", ...moderating, changesContents: true },
  mine: {
    method: "GET",
    path: "/api/my-contents",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    errors: ["VALIDATION"],
  },
  bought: {
    method: "GET",
    path: "/api/buyer/contents",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    errors: ["VALIDATION"],
  },
  statistics: {
    method: "GET",
    path: "/api/seller/stats",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    errors: [],
  },
});
