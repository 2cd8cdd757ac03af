import { AppError, fileExtensions, imageExtensions, uploadLimits, type ObjectKind } from "@knowhow/shared";
import { appNow } from "../database/clock.ts";
import type { Trx } from "../database/BaseModel.ts";
import type { Deps } from "../deps.ts";
import { storedBytes } from "./byteSource.ts";
import { detectType, isImageType, matchesExtension, type KnownExtension } from "./fileType.ts";
import { canDecode } from "./images.ts";
import { cleanFileName, extensionOf, isExecutableName, saysType } from "./names.ts";
import { StoredObject, idOf, keyOf } from "./StoredObject.ts";
import { tooLarge } from "./sizes.ts";
import { executable, unsupported } from "./uploadTypes.ts";

type Parts = Pick<Deps, "storage">;

const notFound = (): AppError =>
  new AppError("NOT_FOUND", { message: "업로드한 파일을 찾을 수 없습니다. 다시 업로드해주세요." });

const mismatch = (name: string): AppError =>
  new AppError("UNSUPPORTED_TYPE", { message: `파일 내용이 확장자와 다릅니다: ${name}` });

/** Locks an object of this person whose bytes have arrived; anything else is not found. */
const lockOwn = async ({ storage }: Parts, trx: Trx, userId: string, path: string) => {
  const id = idOf(path);
  if (id === undefined) throw notFound();
  const object = await StoredObject.query(trx).findById(id).forUpdate();
  if (object?.ownerId !== userId) throw notFound();
  const stored = await storage.stat(keyOf(id));
  if (!stored || stored.size === 0) throw notFound();
  return { object, size: stored.size };
};

/** Type of an object's bytes; asked of the bytes only until it is attached, since they do not change after. */
const typeOf = async ({ storage }: Parts, object: StoredObject, size: number) =>
  // The column is only ever written from a detected type.
  (object.extension as KnownExtension | null) ?? detectType(storedBytes(storage, keyOf(object.id), size));

const freeze = async (trx: Trx, object: StoredObject, size: number, extension: KnownExtension) => {
  if (object.attachedAt !== null) return;
  await object.$query(trx).patch({
    size,
    extension,
    attachedAt: appNow(),
    uploadedAt: object.uploadedAt ?? appNow(),
  });
};

const checkSize = (size: number, kind: ObjectKind): void => {
  if (size > uploadLimits[kind]) throw tooLarge(uploadLimits[kind]);
};

/** Takes an uploaded image of this person into use: it must be an image that can be shown, and it never changes again. */
export const attachImage = async (
  parts: Parts,
  trx: Trx,
  { userId, path, kind }: { userId: string; path: string; kind: "preview" | "profile" },
): Promise<void> => {
  const { object, size } = await lockOwn(parts, trx, userId, path);
  checkSize(size, kind);
  const found = await typeOf(parts, object, size);
  if (found === undefined || !isImageType(found)) throw unsupported(imageExtensions);
  const name = object.fileName ?? "";
  if (saysType(name) && !matchesExtension(found, extensionOf(name))) throw mismatch(name);
  if (object.attachedAt === null && !(await canDecode(parts.storage, keyOf(object.id)))) {
    throw new AppError("UNSUPPORTED_TYPE", {
      message: "이미지를 읽을 수 없습니다. 다른 이미지를 사용해주세요.",
    });
  }
  await freeze(trx, object, size, found);
};

/**
 * Takes an uploaded file into use as the main file (`first`) or an extra one.
 * @returns the name it is offered under: the given one, else the upload's, always with its true extension.
 */
export const attachFile = async (
  parts: Parts,
  trx: Trx,
  { userId, path, name, first }: { userId: string; path: string; name: string | undefined; first: boolean },
): Promise<string> => {
  const { object, size } = await lockOwn(parts, trx, userId, path);
  checkSize(size, first ? "file" : "extra");
  const wanted = cleanFileName(name ?? "") || object.fileName || "";
  if (isExecutableName(wanted)) throw executable();
  const found = await typeOf(parts, object, size);
  if (found === undefined || isImageType(found)) throw unsupported(fileExtensions);
  if (saysType(wanted) && !matchesExtension(found, extensionOf(wanted))) throw mismatch(wanted);
  await freeze(trx, object, size, found);
  if (saysType(wanted)) return wanted;
  return cleanFileName(wanted === "" ? `파일.${found}` : `${wanted}.${found}`);
};
