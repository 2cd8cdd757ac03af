import {
  AppError,
  fileExtensions,
  fileTroubles,
  imageExtensions,
  uploadLimits,
  type ObjectKind,
} from "@knowhow/shared";
import { appNow } from "../database/clock.ts";
import type { Trx } from "../database/BaseModel.ts";
import type { Deps } from "../deps.ts";
import { storedBytes } from "./byteSource.ts";
import { matchesExtension, type KnownExtension } from "./fileType.ts";
import { findImageTrouble } from "./images.ts";
import { judgeFile, type Verdict } from "./judgeFile.ts";
import { cleanFileName, extensionOf, isExecutableName, saysType } from "./names.ts";
import { StoredObject, arrivalKeyOf, idOf, keyOf } from "./StoredObject.ts";
import { tooLarge } from "./sizes.ts";
import { heavyImage, refusal } from "./troubles.ts";
import { executable, unsupported } from "./uploadTypes.ts";

type Parts = Pick<Deps, "storage">;

const notFound = (): AppError =>
  new AppError("NOT_FOUND", { message: "업로드한 파일을 찾을 수 없습니다. 다시 업로드해주세요." });

const trouble = (kind: keyof typeof fileTroubles, name: string): AppError =>
  new AppError("UNSUPPORTED_TYPE", { message: fileTroubles[kind](name) });

/** Locks an object of this person whose bytes have arrived; anything else is not found. */
const lockOwn = async ({ storage }: Parts, trx: Trx, userId: string, path: string) => {
  const id = idOf(path);
  if (id === undefined) throw notFound();
  const object = await StoredObject.query(trx).findById(id).forUpdate();
  if (object?.ownerId !== userId) throw notFound();
  // Copied first and judged after: whatever still comes to the upload's address does not reach what is in use.
  const stored =
    object.attachedAt === null
      ? await storage.copy(arrivalKeyOf(id), keyOf(id))
      : await storage.stat(keyOf(id));
  if (!stored || stored.size === 0) throw notFound();
  return { object, size: stored.size };
};

/** What an object's bytes are; asked of the bytes only until it is attached, since they do not change after. */
const judge = async ({ storage }: Parts, object: StoredObject, size: number): Promise<Verdict> =>
  object.extension === null
    ? judgeFile(storedBytes(storage, keyOf(object.id), size))
    : // The column is only ever written from a detected type.
      { extension: object.extension as KnownExtension, trouble: undefined };

const freeze = async (trx: Trx, object: StoredObject, size: number, extension: KnownExtension) => {
  if (object.attachedAt !== null) return;
  await object.$query(trx).patch({
    size,
    extension,
    attachedAt: appNow(),
    uploadedAt: object.uploadedAt ?? appNow(),
  });
};

const checkSize = (size: number, kind: ObjectKind, name: string): void => {
  if (size > uploadLimits[kind]) throw tooLarge(uploadLimits[kind], name);
};

/**
 * Holds what was found in the bytes against the kinds that belong here and against what the name says.
 * @returns the type; fails with UNSUPPORTED_TYPE and the reason in the words of the product.
 */
export const checkType = (
  { extension: found, trouble: why }: Verdict,
  allowed: readonly string[],
  name: string,
): KnownExtension => {
  if (isExecutableName(name)) throw executable(name);
  const said = saysType(name) ? extensionOf(name) : undefined;
  // A file of an unknown kind may still be known to be locked or damaged; of an image neither is told here.
  if (why !== undefined && (found === undefined ? allowed !== imageExtensions : allowed.includes(found)))
    throw refusal(why, name);
  if (found === undefined || !allowed.includes(found))
    throw said !== undefined && allowed.includes(said)
      ? trouble("contents", name)
      : unsupported(allowed, name);
  if (said !== undefined && !matchesExtension(found, said)) throw trouble("contents", name);
  return found;
};

/**
 * Takes an uploaded image of this person into use: it must be an image that can be shown, and it never changes again.
 * A failure calls it by its name, or `nameless` when it has none.
 */
export const attachImage = async (
  parts: Parts,
  trx: Trx,
  {
    userId,
    path,
    kind,
    nameless = "이미지",
  }: { userId: string; path: string; kind: "preview" | "profile"; nameless?: string },
): Promise<void> => {
  const { object, size } = await lockOwn(parts, trx, userId, path);
  const name = object.fileName ?? nameless;
  checkSize(size, kind, name);
  const found = checkType(await judge(parts, object, size), imageExtensions, name);
  if (object.attachedAt === null) {
    const why = await findImageTrouble(parts.storage, keyOf(object.id));
    if (why === "heavy") throw heavyImage(name);
    if (why !== undefined) throw trouble(why, name);
  }
  await freeze(trx, object, size, found);
};

/**
 * Takes an uploaded file into use as the main file (`first`) or an extra one.
 * A failure calls it by its name, or `nameless` when it has none.
 * @returns the name it is offered under: the given one, else the upload's, always with its true extension.
 */
export const attachFile = async (
  parts: Parts,
  trx: Trx,
  {
    userId,
    path,
    name,
    first,
    nameless,
  }: { userId: string; path: string; name: string | undefined; first: boolean; nameless: string },
): Promise<string> => {
  const { object, size } = await lockOwn(parts, trx, userId, path);
  const wanted = cleanFileName(name ?? "") || object.fileName || "";
  const called = wanted || nameless;
  checkSize(size, first ? "file" : "extra", called);
  const found = checkType(await judge(parts, object, size), fileExtensions, called);
  await freeze(trx, object, size, found);
  if (saysType(wanted)) return wanted;
  return cleanFileName(wanted === "" ? `파일.${found}` : `${wanted}.${found}`);
};
