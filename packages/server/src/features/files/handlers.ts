import { AppError, isObjectPath, megabyte, type files } from "@knowhow/shared";
import contentDisposition from "content-disposition";
import { accessContent } from "../contents/access.ts";
import { canDownload } from "../contents/policy.ts";
import { findFiles, markVersionSeen } from "../contents/versions.ts";
import type { Deps } from "../../deps.ts";
import { addressKey } from "../../http/address.ts";
import { entryAt } from "../../http/entryAt.ts";
import type { Handlers } from "../../http/mount.ts";
import { isPeek } from "../../http/peek.ts";
import { recordDelivery, refuseUndeliverable } from "../orders/deliveries.ts";
import { originOf } from "../../http/state.ts";
import { mimeOf } from "../../documents/fileType.ts";
import { createPreviewImages, variantFor, versionOf, widthFor } from "../../storage/images.ts";
import { extensionOf } from "../../documents/names.ts";
import { findShown } from "./shownObject.ts";
import { sendFile } from "./sendFile.ts";
import { findKeyInUse } from "../../storage/inUse.ts";
import { idOf } from "../../storage/StoredObject.ts";
import { wholeDigestOf } from "../../storage/wholeDigest.ts";
import { receiveUpload, requestUpload } from "./uploads.ts";

/** A part of a file that a reader asks for has at most so many bytes; a larger one is a download. */
const maxPartBytes = 4 * megabyte;

/** Whether a request asks for a small part of a file. */
const isPart = (range: string): boolean => {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  return last !== undefined && Number(last) - Number(first) < maxPartBytes;
};

/** Answers the calls that move bytes. */
export const createFileHandlers = (deps: Deps): Handlers<typeof files> => {
  const { storage, config } = deps;
  const previewImages = createPreviewImages(deps);
  return {
    requestUpload: ({ body, ctx, viewer, transaction, beforeTransaction }) => {
      const origin = originOf(ctx, config.publicUrl);
      return transaction((trx) =>
        requestUpload(deps, trx, { ownerId: viewer.id, form: body, origin, beforeTransaction }),
      );
    },

    put: async ({ ctx, params }) => {
      const query = new URLSearchParams(ctx.querystring);
      await receiveUpload(deps, {
        id: params.objectId.toLowerCase(),
        query,
        request: ctx.req,
        address: addressKey(ctx.ip),
      });
      ctx.status = 200;
      ctx.body = "";
    },

    object: async ({ ctx, params, viewer }) => {
      const { key, size, type, cacheControl, etag } = await findShown(
        deps,
        params.objectId.toLowerCase(),
        viewer,
      );
      await sendFile(ctx, storage, { key, size, type, cacheControl, etag });
    },

    previewImage: async ({ ctx, params, query, viewer, fail }) => {
      const access = await accessContent(deps, params.contentId, viewer);
      const path = entryAt(access.previews, params.index);
      if (path === undefined) return fail("NOT_FOUND");
      const seesAll = canDownload(access);
      const variant = variantFor(Number(params.index), seesAll);
      const width = widthFor(query.w, variant);
      const version = versionOf(path, variant);
      const key = await previewImages.find(path, variant, width);
      const found = key === undefined ? undefined : await storage.stat(key);
      if (key === undefined || !found) return fail("NOT_FOUND");
      const reach = seesAll ? "private" : "public";
      await sendFile(ctx, storage, {
        key,
        size: found.size,
        type: "image/webp",
        etag: `${version}-${width}`,
        // Without the right `v` the same address shows a buyer something else: caches must revalidate it.
        cacheControl: query.v === version ? `${reach}, max-age=31536000, immutable` : "private, no-cache",
      });
    },

    download: async ({ ctx, params, query, viewer, fail, count }) => {
      const isReading = query.read !== undefined;
      // The parts that a reader asks for count as calls alone; the whole is a download, whatever it is for.
      if (!isReading || !isPart(ctx.get("range"))) await count();
      const access = await accessContent(deps, params.contentId, viewer);
      if (!canDownload(access)) return fail("PURCHASE_REQUIRED");
      const { fileUrls, fileNames } = await findFiles(deps.pool, access, viewer, query.version);
      const url = entryAt(fileUrls, params.index);
      if (url === undefined) return fail("NOT_FOUND");
      const fileName = entryAt(fileNames, params.index) ?? null;
      const isQuestion = ctx.method === "HEAD";
      if (isQuestion) await refuseUndeliverable(deps, access, viewer);
      const deliver = async (kind: "download" | "read" | "link") => {
        await recordDelivery(deps, access, viewer, { kind, item: url, fileName });
        if (query.version === undefined && !isPeek(query.peek))
          await markVersionSeen(deps.pool, access, viewer);
      };
      if (!isObjectPath(url)) {
        if (isReading) return fail("NOT_FOUND");
        ctx.set("Cache-Control", "no-store");
        // The link itself is the goods: only following it, which is recorded, reveals it.
        if (isQuestion) {
          ctx.status = 204;
          return;
        }
        await deliver("link");
        ctx.redirect(url);
        return;
      }
      const id = idOf(url);
      const key = id === undefined ? undefined : await findKeyInUse(deps, id);
      const found = key === undefined ? undefined : await storage.stat(key);
      if (id === undefined || key === undefined || !found) throw new AppError("NOT_FOUND");
      const name = fileName ?? "download";
      await sendFile(ctx, storage, {
        key,
        size: found.size,
        type: mimeOf(extensionOf(name)),
        etag: id,
        cacheControl: "private, no-cache",
        disposition: contentDisposition(name, { type: isReading ? "inline" : "attachment" }),
        wholeDigest: () => wholeDigestOf(deps, id, key),
        beforeBytes: () => deliver(isReading ? "read" : "download"),
      });
    },
  };
};
