import { AppError, objectPathHeader, tusVersion, uploadKeptDays, type uploads } from "@knowhow/shared";
import { Metadata } from "@tus/server";
import type { Context } from "koa";
import type { Deps } from "../../deps.ts";
import { pathOf } from "../../storage/StoredObject.ts";
import { abortSignalOf } from "../files/arrivingBody.ts";
import { revoked, uploadGate } from "../files/uploadGate.ts";
import { addressKey } from "../../http/address.ts";
import type { Handlers } from "../../http/mount.ts";
import { finishUpload } from "./finish.ts";
import { createLocker } from "../../storage/locker.ts";
import { expectBytes, findResumableUpload, noteBytes, openUpload } from "./open.ts";
import { createProtocol } from "./protocol.ts";
import type { Upload } from "./Upload.ts";

const offsetType = "application/offset+octet-stream";
const keptMs = uploadKeptDays * 24 * 60 * 60 * 1_000;

/** Every response names the protocol version, a refusal too. */
const speak = (ctx: Context): void => {
  ctx.set({ "Tus-Resumable": tusVersion, "Cache-Control": "no-store" });
  if (ctx.get("tus-resumable") === tusVersion) return;
  ctx.set("Tus-Version", tusVersion);
  throw new AppError("UPLOAD_PROTOCOL");
};

const sayOffset = (ctx: Context, upload: Upload, offset: number): void => {
  ctx.set("Upload-Offset", String(offset));
  if (upload.objectId !== null) ctx.set(objectPathHeader, pathOf(upload.objectId));
  else ctx.set("Upload-Expires", new Date(upload.lastByteAt.getTime() + keptMs).toUTCString());
};

const end = (ctx: Context, status: number): void => {
  ctx.body = status === 204 ? null : "";
  ctx.status = status;
};

/** Answers resumable uploads. */
export const createUploadHandlers = (deps: Deps): Handlers<typeof uploads> => {
  const locker = createLocker(deps.directPool);
  const finishing = { ...deps, locker };
  const protocol = createProtocol(deps.storage.pieces, locker);

  return {
    create: async ({ ctx, viewer }) => {
      speak(ctx);
      const response = await protocol.answer(ctx, {
        open: (announced) => openUpload(deps, { ...announced, ownerId: viewer.id }),
      });
      const location = response.headers.get("location") ?? "";
      const upload = await findResumableUpload(
        deps,
        location.slice(location.lastIndexOf("/") + 1),
        viewer.id,
      );
      sayOffset(ctx, upload, 0);
      ctx.set("Location", location);
      end(ctx, 201);
    },

    look: async ({ ctx, params, viewer }) => {
      speak(ctx);
      let upload = await findResumableUpload(deps, params.id, viewer.id);
      let offset: number;
      try {
        const response = await protocol.answer(ctx, { id: upload.id });
        offset = Number(response.headers.get("upload-offset"));
        if (offset === upload.size) {
          await finishUpload(finishing, upload.id);
          upload = await findResumableUpload(deps, upload.id, viewer.id);
        }
      } catch (error) {
        // Clients of the protocol start over at any other refusal of a look.
        if (error instanceof AppError && error.code === "UNAVAILABLE")
          throw new AppError("UPLOAD_BUSY", { retryAfter: 5 });
        throw error;
      }
      sayOffset(ctx, upload, offset);
      ctx.set("Upload-Length", String(upload.size));
      const { kind, fileName: filename, contentType: filetype } = upload;
      const announced = Object.entries({ kind, filename, filetype }).filter(([, value]) => value !== null);
      if (announced.length > 0) ctx.set("Upload-Metadata", Metadata.stringify(Object.fromEntries(announced)));
      end(ctx, 200);
    },

    append: async ({ ctx, params, viewer, fail }) => {
      speak(ctx);
      if (ctx.get("content-type") !== offsetType) return fail("UNSUPPORTED_TYPE");
      const upload = await findResumableUpload(deps, params.id, viewer.id);
      if (upload.objectId !== null) {
        if (ctx.get("upload-offset") !== String(upload.size)) return fail("UPLOAD_OFFSET");
        sayOffset(ctx, upload, upload.size);
        end(ctx, 204);
        return;
      }
      const sender = { person: viewer.id, address: addressKey(ctx.ip), gone: abortSignalOf(ctx.req) };
      await uploadGate.pass(sender, async (place) => {
        await expectBytes(deps, upload);
        const response = await protocol
          .answer(ctx, { id: upload.id, place })
          .catch(async (error: unknown) => {
            // Bytes received before the connection broke stay, and count.
            await noteBytes(deps, upload, await deps.storage.pieces.sizeOf(upload.id));
            throw place.signal.aborted ? revoked() : error;
          });
        const offset = Number(response.headers.get("upload-offset"));
        const isCut = response.headers.get("connection") === "close";
        const noted = await noteBytes(deps, upload, offset);
        if (offset === upload.size) await finishUpload(finishing, upload.id);
        sayOffset(
          ctx,
          noted && offset < upload.size ? noted : await findResumableUpload(deps, upload.id, viewer.id),
          offset,
        );
        if (isCut) ctx.set("Connection", "close");
        end(ctx, 204);
      });
    },

    remove: async ({ ctx, params, viewer }) => {
      speak(ctx);
      const upload = await findResumableUpload(deps, params.id, viewer.id);
      await protocol.answer(ctx, { id: upload.id });
      end(ctx, 204);
    },
  };
};
