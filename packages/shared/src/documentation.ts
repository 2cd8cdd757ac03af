import { endpoints } from "./endpoint.ts";
import type { documentationSchemas } from "./schemas/documentation.ts";

const open = { access: "public", whileSuspended: true, whileBanned: true } as const;

/** This contract, for programs and for people. */
export const documentation = endpoints<typeof documentationSchemas>()({
  openapi: { method: "GET", path: "/api/openapi.json", ...open, errors: [] },
  page: { method: "GET", path: "/api/docs", ...open, kind: "stream", errors: [] },
});
