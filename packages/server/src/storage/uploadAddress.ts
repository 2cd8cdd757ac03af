import { files } from "@knowhow/shared";
import { createHmac } from "node:crypto";
import { equalTexts } from "../crypto.ts";
import type { GrantedUpload, UploadGrant } from "./storage.ts";

/** Signed addresses under which this server takes uploads itself. */
export interface UploadAddresses {
  sign(grant: UploadGrant): string;
  /** Reads the query of an address back; undefined when it was altered. */
  verify(id: string, query: URLSearchParams): GrantedUpload | undefined;
}

/** See UploadAddresses; the signature binds every value and the object's id. */
export const createUploadAddresses = (signingKey: Buffer): UploadAddresses => {
  const signatureOf = (id: string, values: readonly string[]): string =>
    createHmac("sha256", signingKey)
      .update(JSON.stringify([id, ...values]))
      .digest("base64url");
  return {
    sign({ id, size, maxSize, contentType, openedAt, seconds, origin }) {
      const expires = String(openedAt.getTime() + seconds * 1_000);
      const values = { size: String(size ?? ""), type: contentType ?? "", max: String(maxSize), expires };
      const signature = signatureOf(id, Object.values(values));
      const query = new URLSearchParams({ ...values, signature });
      return `${origin}${files.put.path.replace(":objectId", id)}?${query.toString()}`;
    },
    verify(id, query) {
      const values = ["size", "type", "max", "expires"].map((name) => query.get(name) ?? "");
      if (!equalTexts(query.get("signature") ?? "", signatureOf(id, values))) return undefined;
      const [size = "", type = "", max, expires] = values;
      return {
        id,
        size: size === "" ? undefined : Number(size),
        maxSize: Number(max),
        contentType: type === "" ? undefined : type,
        expiresAt: new Date(Number(expires)),
      };
    },
  };
};
