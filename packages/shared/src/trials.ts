import { endpoints } from "./endpoint.ts";
import type { trialsSchemas } from "./schemas/trials.ts";

const readable = { access: "public", whileSuspended: true, whileBanned: true } as const;

/** Trials: what everyone may read of a content before paying. */
export const trials = endpoints<typeof trialsSchemas>()({
  get: {
    method: "GET",
    path: "/api/contents/:id/trial",
    ...readable,
    limit: "image",
    errors: ["NOT_FOUND"],
  },
  update: {
    method: "PUT",
    path: "/api/contents/:id/trial",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    limit: "upload",
    errors: ["VALIDATION", "NOT_OWNER", "NOT_FOUND", "EDIT_CONFLICT"],
  },
  /** For its seller: how much there is of each file, and how much of it is open. */
  choices: {
    method: "GET",
    path: "/api/contents/:id/trial/choices",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    limit: "image",
    errors: ["NOT_OWNER", "NOT_FOUND"],
  },
  /** For its owner: how much there is of an uploaded file, and how much of it a content will open. */
  upload: {
    method: "GET",
    path: "/api/objects/:objectId/trial",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    limit: "image",
    errors: ["NOT_FOUND"],
  },
  /** Chooses it while no content has the file as yet; without a share the proposed one. */
  chooseOfUpload: {
    method: "PUT",
    path: "/api/objects/:objectId/trial",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    limit: "upload",
    errors: ["VALIDATION", "NOT_FOUND", "ALREADY_IN_STATE"],
  },
  /** A small drawn page of an uploaded file, for its owner. */
  uploadPage: {
    method: "GET",
    path: "/api/objects/:objectId/pages/:page",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    kind: "stream",
    limit: "image",
    errors: ["NOT_FOUND"],
  },
  /** A drawn page; one that is not open is for its seller alone. */
  page: {
    method: "GET",
    path: "/api/trial/:contentId/:fileIndex/:page",
    ...readable,
    kind: "stream",
    limit: "image",
    errors: ["NOT_FOUND"],
  },
});
