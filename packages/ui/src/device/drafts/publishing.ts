import { AppError, sendingDays, type Content, type ContentEdit } from "@knowhow/shared";
import { client, newIdempotencyKey } from "../../client/client.ts";
import { tellSanctioned } from "../../client/refusals.ts";
import { hasCode, isSanction, messageOf } from "../../components/failure.ts";
import { without } from "../../client/without.ts";
import { endsSession, failureOf, isRefusal } from "../jobs/classifyFailure.ts";
import { stopped, type JobSource } from "../jobs/runner.ts";
import { bodyOf } from "./sellingForm.ts";
import { sellingSchema } from "./sellingSchema.ts";
import { entriesOf, toTombstone, withEntries, type DraftFile, type DraftRow } from "./draft.ts";
import type { DraftParts } from "./files.ts";
import { isToPublish, waitsToPublish } from "./isToPublish.ts";
import type { DraftOutcome } from "./store.ts";

/** Without an answer by then, it is retried later. */
const attemptMs = 60_000;
/** Most drafts published at the same time. */
const maxConcurrent = 2;

/** The server forgets keys: a request without an answer for so long may be published, and is not repeated unasked. */
const sendingMs = sendingDays * 24 * 60 * 60_000;
const tooLate = `등록을 시작한 지 ${sendingDays}일이 지나 이미 등록되었을 수도 있어요. 내 콘텐츠를 확인한 뒤 다시 등록하거나 삭제해주세요.`;
const elsewhere =
  "이 글은 이미 다른 내용으로 등록되었어요. 내 콘텐츠를 확인한 뒤, 따로 등록하려면 다시 등록하고 아니면 삭제해주세요.";

/** The first result of publishing. */
export type Published =
  | { status: "stored"; content: Content }
  | { status: "waiting" }
  | { status: "refused"; error: Error };

/** A press of publish in a form, until its outcome. */
interface Press {
  /** `waiting` until there is one. */
  published: Published;
  /** The form shows the reason of a refusal. */
  isShown: boolean;
}

/** One request to publish, as it is kept until it is answered. */
interface Form extends Pick<DraftRow, "contentId" | "contentVersion"> {
  body: ContentEdit;
}

const formOf = ({ contentId, contentVersion, values, files, previews }: DraftRow): Form => ({
  contentId,
  contentVersion,
  // A half-typed price is text; the server refuses a value that is no price.
  body: bodyOf(sellingSchema.cast(values, { assert: false }), files, previews),
});

const send = (
  { contentId, contentVersion, body }: Form,
  sending: { idempotencyKey: string; personId: string; signal: AbortSignal },
): Promise<Content> => {
  const options = { ...sending, sanctionIsFailure: true };
  if (contentId === null) return client.contents.create({ body }, options);
  const ifMatch = contentVersion === null ? {} : { ifMatch: contentVersion };
  return client.contents.update({ params: { id: contentId }, body }, { ...options, ...ifMatch });
};

/** Whether the server has all of its files. */
const isUp = (row: DraftRow): boolean => entriesOf(row).every(({ objectPath }) => objectPath !== undefined);

/** Drafts of one lane are published one after the other. */
const laneOf = (id: string): string => `publish:${id}`;

/** Why a file of it keeps it from being published, if one does. */
const fileTrouble = (row: DraftRow): AppError | undefined => {
  const entry = entriesOf(row).find(({ refusal }) => refusal !== undefined);
  return entry && new AppError("VALIDATION", { message: `${entry.name}: ${entry.refusal ?? ""}` });
};

/** The entries whose objects the server says that it does not have. */
const missingOf = ({ files, previews }: DraftRow, error: Error): DraftFile[] => {
  if (!(error instanceof AppError) || error.code !== "NOT_FOUND") return [];
  const { fields = {} } = error.details;
  return [
    ...files.filter((_, index) => fields[`fileUrls[${index}]`] !== undefined),
    ...previews.filter((_, index) => fields[`previewImageUrls[${index}]`] !== undefined),
  ];
};

const settled = (row: DraftRow): DraftRow => without(row, "unsettled");

/**
 * Publishes drafts once, as soon as possible. A request without an answer is settled before another is sent in its
 * place, so that a form that was changed meanwhile does not become a second content.
 */
export const createPublishing = (
  { personId, store, rows, begin, runNow }: DraftParts,
  dropFiles: (row: DraftRow) => Promise<void>,
  tell: (outcome: DraftOutcome) => void,
) => {
  /** Forms that wait for an outcome, by draft. */
  const awaited = new Map<string, Press>();

  const settle = (id: string, published: Published): boolean => {
    const press = awaited.get(id);
    if (press) press.published = published;
    return press !== undefined;
  };
  const announce = (draft: DraftRow, content: Content): void => {
    const outcome = { draft, status: "stored", content } as const;
    if (!settle(draft.id, { status: "stored", content })) tell(outcome);
    store.pass(outcome);
  };
  /** Notes a refusal; `change`: what else it says about the draft. */
  const refuse = async (row: DraftRow, error: Error, change = (one: DraftRow) => one): Promise<void> => {
    const isShown = awaited.get(row.id)?.isShown === true;
    await rows.patch(row.id, (before) => {
      const one = change(before);
      if (!one.publishing) return one;
      // A waiting form shows the reason; else it is kept for the person.
      if (isShown) return without(one, "publishing");
      const isConflict = hasCode(error, "EDIT_CONFLICT") ? { isConflict: true } : {};
      return { ...one, publishing: { ...one.publishing, refusal: messageOf(error), ...isConflict } };
    });
    if (awaited.has(row.id) && isSanction(error)) tellSanctioned();
    if (!settle(row.id, { status: "refused", error })) tell({ draft: row, status: "refused", error });
  };
  /** The server has lost some files: true where all of them are uploaded once more before it is sent again. */
  const sendAgain = async (row: DraftRow, error: Error): Promise<boolean> => {
    const missing = missingOf(row, error);
    if (missing.length === 0 || !missing.every(({ isKept, isSentAgain }) => isKept && !isSentAgain))
      return false;
    const keys = missing.map(({ key }) => key);
    await rows.patch(row.id, (one) =>
      withEntries(settled(one), (entry) =>
        keys.includes(entry.key) ? { ...without(entry, "objectPath"), isSentAgain: true } : entry,
      ),
    );
    return true;
  };
  const deliver = async (row: DraftRow, signal: AbortSignal): Promise<void> => {
    const { id, publishing, unsettled } = row;
    if (!publishing) return;
    const trouble = fileTrouble(row);
    if (trouble) {
      await refuse(row, trouble);
      return;
    }
    // Another device may have published the same draft.
    if (Date.now() - (unsettled?.sentAt ?? publishing.askedAt) > sendingMs) {
      await refuse(row, new AppError("VALIDATION", { message: tooLate }), settled);
      return;
    }
    const own = JSON.stringify(formOf(row));
    // A new content's key is its draft's id: no device makes two contents of one draft unasked.
    const ownKey = row.contentId === null ? (row.nextKey ?? id) : newIdempotencyKey();
    const first = unsettled ?? { key: ownKey, form: own, sentAt: Date.now() };
    // Kept before it is sent: after any interruption the same request is sent under the same key.
    await rows.patch(id, (one) => (isToPublish(one) ? { ...one, unsettled: one.unsettled ?? first } : one));
    const asked = rows.find(id);
    // Another tab has cancelled or deleted it meanwhile.
    if (!asked || !isToPublish(asked)) return;
    const { key, form } = asked.unsettled ?? first;
    try {
      // `form` was made from a form above.
      const content = await send(JSON.parse(form) as Form, { idempotencyKey: key, personId, signal });
      const isTold = form === own || !rows.find(id)?.publishing;
      // Atomic with other tabs' writes: changes since the request are changes of the published content.
      await rows.patch(id, (one) =>
        form === own && isUp(one) && JSON.stringify(formOf(one)) === own
          ? toTombstone(one)
          : { ...settled(one), contentId: content.id, contentVersion: content.updatedAt },
      );
      if (isTold) announce(row, content);
      if (rows.find(id)?.isGone ?? true) await dropFiles(row);
    } catch (thrown) {
      const error = failureOf(thrown);
      if (hasCode(error, "IDEMPOTENCY_KEY_REUSED")) {
        // Another device has published it otherwise. A person who wants both can publish again, under a new key.
        const renewed = (one: DraftRow) => ({ ...settled(one), nextKey: newIdempotencyKey() });
        await refuse(row, new AppError("IDEMPOTENCY_KEY_REUSED", { message: elsewhere }), renewed);
        return;
      }
      if (form === own && (await sendAgain(row, error))) return;
      if (isRefusal(error)) {
        // A sanction decides nothing about earlier requests, so the unanswered one stays unsettled.
        if (isSanction(error)) await refuse(row, error);
        else if (form === own) await refuse(row, error, settled);
        else await rows.patch(id, settled);
        return;
      }
      if (endsSession(error)) {
        if (awaited.get(id)?.isShown) await refuse(row, error);
      } else if (signal.reason !== stopped) {
        // Nothing is written as the page is put to rest.
        const tried = {
          attempts: publishing.attempts + 1,
          trouble: messageOf(error),
          // The first try may still succeed: as unknown as after no answer.
          isCut: !(error instanceof AppError) || hasCode(error, "IN_PROGRESS"),
        };
        await rows.patch(id, (one) =>
          one.publishing ? { ...one, publishing: { ...one.publishing, ...tried } } : one,
        );
      }
      throw error;
    }
  };
  const pending = () =>
    rows.all().filter((row) => waitsToPublish(row) && (isUp(row) || fileTrouble(row) !== undefined));
  const source: JobSource = {
    lanes: () => (navigator.onLine ? pending().map(({ id }) => ({ name: laneOf(id), at: 0 })) : []),
    run: async (lane, signal) => {
      for (;;) {
        await rows.reread();
        const next = pending().find(({ id }) => laneOf(id) === lane);
        if (!next || signal.aborted) return;
        await deliver(next, signal);
      }
    },
    maxConcurrent,
    attemptMs,
  };
  return {
    source,
    /** Another tab has stored one; answers whether a form waits for it here. */
    hearStored: (id: string, content: Content): boolean => settle(id, { status: "stored", content }),
    /**
     * Publishes: at once when all files are uploaded and there is a network; otherwise later, once. The reason of a
     * refusal is kept with the draft, unless the caller shows it (`isShown`).
     */
    publish: async (id: string, isShown = false): Promise<Published> => {
      begin();
      const row = rows.find(id);
      if (!row) return { status: "refused", error: new AppError("NOT_FOUND") };
      const isNow = navigator.onLine && isUp(row);
      // A second press waits for the same outcome.
      const press: Press = awaited.get(id) ?? { published: { status: "waiting" }, isShown };
      press.isShown = isShown;
      if (isNow) awaited.set(id, press);
      await rows.patch(id, (one) => ({ ...one, publishing: { askedAt: Date.now(), attempts: 0 } }));
      if (!isNow) return { status: "waiting" };
      await runNow(laneOf(id));
      awaited.delete(id);
      // Neither stored nor refused by then: it is retried later.
      return press.published;
    },
    /** Cancels it; a request that is under way may be published all the same, which is reported then. */
    cancel: async (id: string): Promise<void> => {
      await rows.patch(id, (one) => without(one, "publishing"));
    },
  };
};
