import {
  AppError,
  uploadLimits,
  type files,
  type InputOf,
  type ObjectKind,
  type OutputOf,
} from "@knowhow/shared";
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { appNow } from "../../database/clock.ts";
import type { Trx } from "../../database/BaseModel.ts";
import type { Deps } from "../../deps.ts";
import type { Gate, GatePlace } from "../../http/gate.ts";
import { withBeforeTransaction, type BeforeTransaction } from "../../http/beforeTransaction.ts";
import type { Pace } from "../../http/pace.ts";
import { arrivingBody, abortSignalOf, UploadAborted } from "./arrivingBody.ts";
import { cleanFileName } from "../../documents/names.ts";
import { addressMinutes, checkQuota } from "./quota.ts";
import { tooLarge } from "../../http/tooLarge.ts";
import { StoredObject, arrivalKeyOf, pathOf } from "../../storage/StoredObject.ts";
import {
  TooManyBytes,
  type DirectUploads,
  type GrantedUpload,
  type StagedBytes,
} from "../../storage/storage.ts";
import { paceFor, uploadGate } from "./uploadGate.ts";
import { bareType, checkAnnounced, mayHaveType } from "../../storage/uploadTypes.ts";

/** Opens an upload: a row for the object and an address to which exactly these bytes may be sent for 15 minutes. */
export const requestUpload = async (
  parts: Pick<Deps, "pool" | "storage">,
  trx: Trx,
  {
    ownerId,
    form,
    origin,
    beforeTransaction,
  }: {
    ownerId: string;
    form: InputOf<typeof files.requestUpload>["body"];
    origin: string;
    beforeTransaction: BeforeTransaction;
  },
): Promise<OutputOf<typeof files.requestUpload>> => {
  const { kind, size, contentType } = form;
  checkAnnounced(kind, form);
  const maxSize = uploadLimits[kind ?? "default"];
  if (size !== undefined && size > maxSize) throw tooLarge(maxSize);
  await checkQuota(parts, trx, { ownerId, size: size ?? 0 }, beforeTransaction);
  const id = randomUUID();
  const object = await StoredObject.query(trx)
    .insert({
      id,
      ownerId,
      kind: kind ?? null,
      fileName: cleanFileName(form.fileName ?? "") || null,
      declaredSize: size ?? null,
      declaredType: contentType ?? null,
    })
    .returning("*");
  const uploadURL = await parts.storage.signUpload({
    id,
    size,
    maxSize,
    contentType: contentType?.trim() || undefined,
    openedAt: object.createdAt,
    seconds: addressMinutes * 60,
    origin,
  });
  return { uploadURL, objectPath: pathOf(id) };
};

/** The source of bytes, and its required pace. */
interface Sender {
  request: IncomingMessage;
  pace: Pace;
  place: GatePlace;
}

const addressInvalid = (): AppError => new AppError("UPLOAD_ADDRESS_INVALID");
const wrongLength = (): AppError =>
  new AppError("TOO_LARGE", { message: "파일 크기가 업로드 주소를 요청할 때와 다릅니다." });

const stage = async (
  direct: DirectUploads,
  { request, pace, place }: Sender,
  maxBytes: number,
): Promise<StagedBytes> => {
  try {
    return await direct.stage(arrivingBody(request, pace, place), maxBytes);
  } catch (error) {
    // The sender is gone, and nothing of ours went wrong.
    if (error instanceof UploadAborted)
      throw new AppError("VALIDATION", { message: "업로드가 중단되었습니다." });
    throw error instanceof TooManyBytes ? wrongLength() : error;
  }
};

/**
 * Puts received bytes in place, unless the object was attached meanwhile. They are recorded first, so that they count
 * on their way.
 */
const keep = async (deps: Deps, id: string, staged: StagedBytes): Promise<void> => {
  const before = await withBeforeTransaction((beforeTransaction) =>
    StoredObject.transaction(deps.knex, async (trx) => {
      const object = await StoredObject.query(trx).findById(id).forNoKeyUpdate();
      if (!object || object.attachedAt !== null) throw addressInvalid();
      await checkQuota(deps, trx, { ownerId: object.ownerId, size: staged.size, but: id }, beforeTransaction);
      const { size, uploadedAt } = object;
      await object.$query(trx).patch({ size: staged.size, uploadedAt: appNow() });
      return { size, uploadedAt };
    }),
  );
  try {
    await staged.commit(arrivalKeyOf(id));
  } catch (error) {
    await StoredObject.query(deps.knex).findById(id).whereNull("attached_at").patch(before);
    throw error;
  }
};

/** Objects whose bytes are arriving. */
const arriving = new Set<string>();

/** Receives one address's upload, one at a time, and puts it in place. */
const receive = async (
  deps: Deps,
  { id, ownerId, grant, announced }: { id: string; ownerId: string; grant: GrantedUpload; announced: number },
  sender: Sender,
): Promise<void> => {
  if (arriving.has(id)) throw addressInvalid();
  arriving.add(id);
  try {
    await withBeforeTransaction((beforeTransaction) =>
      StoredObject.transaction(deps.knex, (trx) =>
        checkQuota(deps, trx, { ownerId, size: announced, but: id }, beforeTransaction),
      ),
    );
    const staged = await stage(deps.storage.direct, sender, grant.size ?? grant.maxSize);
    try {
      if (staged.size === 0) throw new AppError("VALIDATION", { message: "빈 파일은 업로드할 수 없습니다." });
      if (grant.size !== undefined && staged.size !== grant.size) throw wrongLength();
      await keep(deps, id, staged);
    } finally {
      await staged.discard();
    }
  } finally {
    arriving.delete(id);
  }
};

/** Receives the bytes of one upload address. Until the object is attached the same address may be used again. */
export const receiveUpload = async (
  deps: Deps,
  {
    id,
    query,
    request,
    address,
    pace,
    gate = uploadGate,
  }: {
    id: string;
    query: URLSearchParams;
    request: IncomingMessage;
    /** The sender's address, as limits count addresses. */
    address?: string;
    pace?: Pace;
    gate?: Gate;
  },
): Promise<void> => {
  const grant = deps.storage.direct.verifyGrant(id, query);
  if (!grant) throw addressInvalid();
  const { rows } = await deps.pool.query<{ kind: ObjectKind | null; owner_id: string }>(
    "select kind, owner_id from objects where id = $1 and attached_at is null and app_now() < $2",
    [id, grant.expiresAt],
  );
  const [object] = rows;
  if (!object) throw addressInvalid();
  const type = request.headers["content-type"] ?? "";
  if (grant.contentType !== undefined && bareType(type) !== bareType(grant.contentType)) {
    throw new AppError("UNSUPPORTED_TYPE", { message: "파일 형식이 업로드 주소를 요청할 때와 다릅니다." });
  }
  if (!mayHaveType(object.kind ?? undefined, type)) throw new AppError("UNSUPPORTED_TYPE");
  const announced = request.headers["content-length"];
  if (announced !== undefined) {
    if (Number(announced) > grant.maxSize) throw tooLarge(grant.maxSize);
    if (grant.size !== undefined && Number(announced) !== grant.size) throw wrongLength();
  }
  const { owner_id: ownerId } = object;
  const length = Number(announced ?? grant.size ?? 0);
  await gate.pass({ person: ownerId, address, gone: abortSignalOf(request) }, (place) =>
    receive(
      deps,
      { id, ownerId, grant, announced: length },
      { request, place, pace: pace ?? paceFor(length) },
    ),
  );
};
