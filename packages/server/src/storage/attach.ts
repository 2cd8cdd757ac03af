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
import { matchesExtension, type KnownExtension } from "../documents/fileType.ts";
import type { Verdict } from "../documents/judgeBytes.ts";
import type { Judgements } from "./judgement.ts";
import { cleanFileName, extensionOf, isExecutableName, saysType } from "../documents/names.ts";
import { StoredObject, idOf, type Judged } from "./StoredObject.ts";
import { tooLarge } from "../http/tooLarge.ts";
import { heavyImage, refusal } from "./troubles.ts";
import { executable, unsupported } from "./uploadTypes.ts";

/** The failure of an object that is not there, or not this person's. */
export const objectMissing = (): AppError =>
  new AppError("NOT_FOUND", { message: "업로드한 파일을 찾을 수 없습니다. 다시 업로드해주세요." });

const trouble = (kind: keyof typeof fileTroubles, name: string): AppError =>
  new AppError("UNSUPPORTED_TYPE", { message: fileTroubles[kind](name) });

/** Locks an object of this person whose bytes have arrived, with their judgement; anything else is not found. */
const lockOwnObject = async (trx: Trx, userId: string, path: string, judgements: Judgements) => {
  const id = idOf(path);
  if (id === undefined) throw objectMissing();
  const object = await StoredObject.query(trx).findById(id).forNoKeyUpdate();
  if (object?.ownerId !== userId) throw objectMissing();
  if (object.attachedAt !== null) return { object, size: object.size ?? 0, judged: undefined };
  const judged = judgements.get(id);
  if (!judged) throw objectMissing();
  return { object, size: judged.size, judged };
};

type Locked = Awaited<ReturnType<typeof lockOwnObject>>;

/** The type of an object's bytes: of those in use by its row, of the others by the judgement, if it still stands. */
const judgementOf = ({ object, judged }: Locked): Pick<Judged, "picture"> & { verdict: Verdict } => {
  if (judged === undefined) {
    // The column is only ever written from a detected type.
    const extension = object.extension as KnownExtension;
    return { verdict: { extension, trouble: undefined }, picture: null };
  }
  // The bytes were replaced and judged again since.
  if (!("copy" in judged) || object.judged?.mark !== judged.mark || object.judged.copy !== judged.copy)
    throw new AppError("UNAVAILABLE", { retryAfter: 1 });
  const { extension, trouble: why, picture } = judged;
  return { verdict: { extension: extension ?? undefined, trouble: why ?? undefined }, picture };
};

const freeze = async (trx: Trx, { object, size }: Locked, extension: KnownExtension) => {
  if (object.attachedAt !== null) return;
  await object.$query(trx).patch({
    size,
    extension,
    copy: object.judged?.copy ?? null,
    judged: null,
    attachedAt: appNow(),
    uploadedAt: object.uploadedAt ?? appNow(),
  });
};

const checkSize = (size: number, kind: ObjectKind, name: string): void => {
  if (size > uploadLimits[kind]) throw tooLarge(uploadLimits[kind], name);
};

/**
 * Compares the judgement of bytes with the kinds that belong here and with the name's extension.
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
 * Takes an uploaded image of this person into use, by its judgement: it must be an image that can be shown, and it
 * never changes again. A failure calls it by its name, or `nameless` when it has none.
 */
export const attachImage = async (
  trx: Trx,
  judgements: Judgements,
  {
    userId,
    path,
    kind,
    nameless = "이미지",
  }: { userId: string; path: string; kind: "preview" | "profile" | "rating"; nameless?: string },
): Promise<void> => {
  const locked = await lockOwnObject(trx, userId, path, judgements);
  // What was sold stays stored for its buyers, and a rating's picture goes with the rating: one is not the other. A
  // profile image is open to all, which a preview is not.
  const isSameKind = locked.object.kind === kind;
  if (!isSameKind && [kind, locked.object.kind].includes("rating")) throw objectMissing();
  if (!isSameKind && locked.object.kind === "profile") throw objectMissing();
  const name = locked.object.fileName ?? nameless;
  checkSize(locked.size, kind, name);
  const { verdict, picture } = judgementOf(locked);
  const found = checkType(verdict, imageExtensions, name);
  if (picture === "heavy") throw heavyImage(name);
  if (picture !== null) throw trouble(picture, name);
  await freeze(trx, locked, found);
};

/**
 * Takes an uploaded file into use as the main file (`first`) or an extra one, by its judgement. A failure calls it by
 * its name, or `nameless` when it has none.
 * @returns the name it is offered under: the given one, else the upload's, always with its true extension.
 */
export const attachFile = async (
  trx: Trx,
  judgements: Judgements,
  {
    userId,
    path,
    name,
    first,
    nameless,
  }: { userId: string; path: string; name: string | undefined; first: boolean; nameless: string },
): Promise<string> => {
  const locked = await lockOwnObject(trx, userId, path, judgements);
  if (locked.object.kind === "rating") throw objectMissing();
  const wanted = cleanFileName(name ?? "") || locked.object.fileName || "";
  const called = wanted || nameless;
  checkSize(locked.size, first ? "file" : "extra", called);
  const found = checkType(judgementOf(locked).verdict, fileExtensions, called);
  await freeze(trx, locked, found);
  if (!saysType(wanted)) return cleanFileName(wanted === "" ? `파일.${found}` : `${wanted}.${found}`);
  // A name such as `.pdf` hides the file on most systems.
  return wanted.lastIndexOf(".") === 0 ? `파일${wanted}` : wanted;
};
