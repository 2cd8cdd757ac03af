import { newIdempotencyKey } from "../../client/client.ts";

/** A fresh uuid (version 4), also where the page is not a secure context. */
export const newActId = (): string =>
  newIdempotencyKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
