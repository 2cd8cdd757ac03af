import { AppError, maxDrafts, type DraftForm } from "@knowhow/shared";
import { isDeepStrictEqual } from "node:util";
import { UniqueViolationError } from "objection";
import type { Trx } from "../../database/BaseModel.ts";
import { appNow } from "../../database/clock.ts";
import { objectMissing } from "../../storage/attach.ts";
import { idOf, StoredObject } from "../../storage/StoredObject.ts";
import { Content } from "../contents/Content.ts";
import { Draft } from "./Draft.ts";
import { presentDraft } from "./presenter.ts";

type Values = Omit<DraftForm, "version">;

/** A form's values, and nothing else. */
const valuesOf = (form: Values): Values => {
  const { contentId, contentVersion, title, description, category, price, link, versionNote } = form;
  const { tags, allowsCopying } = form;
  const list = (entries: Values["files"]) =>
    entries.map(({ name, size, objectPath }) => ({ name, size, objectPath }));
  return {
    contentId,
    contentVersion,
    title,
    description,
    category,
    price,
    link,
    versionNote,
    tags,
    allowsCopying,
    files: list(form.files),
    previews: list(form.previews),
  };
};

/** Checks that the objects are their owner's; the locks keep the clean-up off them until the draft is stored. */
const checkObjects = async (trx: Trx, ownerId: string, { files, previews }: Values): Promise<void> => {
  const paths = [...files, ...previews].flatMap(({ objectPath }) => objectPath ?? []);
  const ids = new Set(paths.map((path) => idOf(path) ?? ""));
  if (ids.has("")) throw objectMissing();
  if (ids.size === 0) return;
  const own = await StoredObject.query(trx)
    .select("id")
    .where({ owner_id: ownerId })
    .whereIn("id", [...ids])
    .orderBy("id")
    .forShare();
  if (own.length < ids.size) throw objectMissing();
};

/** Whether the content that a draft changes lets its text be copied; true of a new one. */
const copyingOf = async (trx: Trx, ownerId: string, contentId: string | null): Promise<boolean> => {
  if (contentId === null) return true;
  const content = await Content.query(trx).findOne({ id: contentId, seller_id: ownerId });
  return content?.allowsCopying ?? true;
};

const insert = async (trx: Trx, id: string, ownerId: string, values: Values): Promise<Draft> => {
  const count = await Draft.query(trx).where({ owner_id: ownerId }).resultSize();
  if (count >= maxDrafts) throw new AppError("TOO_MANY_DRAFTS");
  // A form of before does not know of it, and the draft may be published by one that does.
  const allowsCopying = values.allowsCopying ?? (await copyingOf(trx, ownerId, values.contentId));
  try {
    return await Draft.query(trx)
      .insert({ id, ownerId, ...values, tags: values.tags ?? null, allowsCopying })
      .returning("*");
  } catch (error) {
    // Another user's draft, stored at this moment.
    throw error instanceof UniqueViolationError ? new AppError("NOT_FOUND") : error;
  }
};

/**
 * Stores a draft that was made from `version` of it. Fails with EDIT_CONFLICT when another version is stored, unless it
 * is this same one, from a call whose response was lost.
 */
export const saveDraft = async (
  trx: Trx,
  { id, ownerId, form }: { id: string; ownerId: string; form: DraftForm },
): Promise<Draft> => {
  const typed = valuesOf(form);
  // One at a time per user, so that simultaneous new drafts do not exceed the limit.
  await trx.raw("select pg_advisory_xact_lock(hashtextextended('drafts:' || ?, 0))", [ownerId]);
  const kept = await Draft.query(trx).findById(id).forNoKeyUpdate();
  if (kept ? kept.ownerId !== ownerId : form.version > 0) throw new AppError("NOT_FOUND");
  const values = {
    ...typed,
    tags: typed.tags === undefined ? kept?.tags : typed.tags,
    allowsCopying: typed.allowsCopying ?? kept?.allowsCopying,
  };
  if (kept && kept.version !== form.version) {
    const isRepeated =
      kept.version === form.version + 1 && isDeepStrictEqual(valuesOf(presentDraft(kept)), values);
    if (isRepeated) return kept;
    throw new AppError("EDIT_CONFLICT");
  }
  await checkObjects(trx, ownerId, values);
  if (!kept) return insert(trx, id, ownerId, values);
  return kept.$query(trx).patchAndFetch({ ...values, version: kept.version + 1, updatedAt: appNow() });
};
