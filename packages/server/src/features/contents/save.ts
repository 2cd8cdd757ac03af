import {
  AppError,
  isObjectPath,
  maxFiles,
  type Content as ContentView,
  type ContentCreation,
  type ContentEdit,
  type ContentForm,
} from "@knowhow/shared";
import { requireActiveUser } from "../users/lockActiveUser.ts";
import { User } from "../users/User.ts";
import { appNow, appTime } from "../../database/clock.ts";
import type { Trx } from "../../database/BaseModel.ts";
import type { Deps } from "../../deps.ts";
import type { BeforeTransaction } from "../../http/beforeTransaction.ts";
import { attachFile, attachImage } from "../../storage/attach.ts";
import { judgeUploads, type Wish } from "../../storage/judgement.ts";
import { cleanFileName } from "../../documents/names.ts";
import type { Viewer } from "../../http/state.ts";
import { Content } from "./Content.ts";
import { noFlags, presentContent } from "./presenter.ts";
import { keepVersions } from "./versions.ts";

/** The dependencies of saving beside its transaction: uploads are judged outside of it. */
type Parts = Pick<Deps, "pool" | "storage" | "log"> & { beforeTransaction: BeforeTransaction };

const findSeller = async (trx: Trx, id: string): Promise<User> => {
  const columns = ["nickname", "profile_image_url", "account_number"];
  const seller = await User.query(trx).select(columns).findById(id);
  if (!seller) throw new AppError("NOT_FOUND");
  return seller;
};

/** The files of a form, each with its given name, if any. */
const filesOf = ({ fileUrls, fileNames }: ContentForm): { url: string; name: string | undefined }[] =>
  fileUrls
    .map((url, index) => ({ url, name: fileNames?.[index] }))
    .filter(({ url }) => url !== "")
    .slice(0, maxFiles);

type ListField = "fileUrls" | "previewImageUrls";

/**
 * Runs a check for each entry of the form's lists, then fails once for all: with the first failure's code, and messages
 * for each wrong entry (`fileUrls[1]`) and, under the list's own name, for its first.
 */
const createEntryChecks = () => {
  const failures: { field: ListField; index: number; error: AppError }[] = [];
  return {
    attempt: async <T>(field: ListField, index: number, work: () => Promise<T>): Promise<T | undefined> => {
      try {
        return await work();
      } catch (error) {
        // An outage is no fault of this entry, and would fail the next one too.
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        failures.push({ field, index, error });
        return undefined;
      }
    },
    end: () => {
      const [first] = failures;
      if (!first) return;
      const fields: Record<string, string> = {};
      for (const { field, index, error } of failures) {
        fields[field] ??= error.message;
        fields[`${field}[${index}]`] = error.message;
      }
      throw new AppError(first.error.code, { message: first.error.message, fields });
    },
  };
};

/** Takes the form's objects into use and returns the columns they fill. */
const attachAll = async (parts: Parts, trx: Trx, userId: string, form: ContentForm) => {
  const files = filesOf(form);
  const wishes: Wish[] = [
    ...files.map(({ url }, index) => ({ path: url, kind: index === 0 ? "file" : "extra" }) as const),
    ...form.previewImageUrls.map((path) => ({ path, kind: "preview" }) as const),
  ];
  const judgements = await parts.beforeTransaction("judgements", () => judgeUploads(parts, userId, wishes));
  const checks = createEntryChecks();
  const fileUrls: string[] = [];
  const fileNames: string[] = [];
  for (const [index, { url, name }] of files.entries()) {
    const nameless = `${index + 1}번째 파일`;
    const attach = () =>
      attachFile(trx, judgements, { userId, path: url, name, first: index === 0, nameless });
    fileUrls.push(url);
    fileNames.push(
      isObjectPath(url)
        ? ((await checks.attempt("fileUrls", index, attach)) ?? "")
        : cleanFileName(name ?? "") || new URL(url).hostname,
    );
  }
  for (const [index, path] of form.previewImageUrls.entries()) {
    const nameless = `${index + 1}번째 이미지`;
    await checks.attempt("previewImageUrls", index, () =>
      attachImage(trx, judgements, { userId, path, kind: "preview", nameless }),
    );
  }
  checks.end();
  return { fileUrls, fileNames, previewImageUrls: form.previewImageUrls };
};

/** Columns of a form; the rules of the seller and of the uploaded bytes are checked on the way. */
const columnsOf = async (parts: Parts, trx: Trx, seller: User, userId: string, form: ContentCreation) => {
  if (form.price > 0 && seller.accountNumber === null) throw new AppError("BANK_ACCOUNT_REQUIRED");
  const { title, description, category, price, tags, allowsCopying } = form;
  return {
    ...{ title, description, category, price },
    ...(tags === undefined ? {} : { tags }),
    ...(allowsCopying === undefined ? {} : { allowsCopying }),
    ...(await attachAll(parts, trx, userId, form)),
  };
};

/** A content as its seller sees it right after saving. */
const presentSaved = (content: Content, seller: User, viewer: Viewer): ContentView =>
  presentContent(
    {
      id: content.id,
      title: content.title,
      description: content.description,
      category: content.category,
      price: content.price,
      tags: content.tags,
      fileUrls: content.fileUrls,
      fileNames: content.fileNames ?? [],
      previews: content.previewImageUrls ?? [],
      sellerId: content.sellerId,
      mentorNickname: seller.nickname,
      mentorProfileImageUrl: seller.profileImageUrl,
      viewCount: content.viewCount,
      purchasesCount: content.purchasesCount,
      likesCount: content.likesCount,
      ratingCount: content.ratingCount,
      ratingSum: content.ratingSum,
      uploadTime: content.uploadTime.toISOString(),
      updatedAt: content.updatedAt.toISOString(),
      isListed: content.isListed,
      state: content.isPaused ? "paused" : content.hiddenAt === null ? "listed" : "hidden",
      pausedUntil: content.isPaused ? (content.pausedUntil?.toISOString() ?? null) : null,
      hiddenReason: content.hiddenReason,
      allowsCopying: content.allowsCopying,
    },
    viewer,
    noFlags,
  );

/** Puts a content on the market. */
export const createContent = async (
  parts: Parts,
  trx: Trx,
  { viewer, form }: { viewer: Viewer; form: ContentCreation },
): Promise<ContentView> => {
  await requireActiveUser(trx, viewer.id);
  const seller = await findSeller(trx, viewer.id);
  const columns = await columnsOf(parts, trx, seller, viewer.id, form);
  const content = await Content.query(trx)
    .insert({ ...columns, sellerId: viewer.id })
    .returning("*");
  return presentSaved(content, seller, viewer);
};

/** Reads a content under its row lock for its owner. A deleted one is never found. */
export const lockOwnContent = async (trx: Trx, viewer: Viewer, id: string): Promise<Content> => {
  const content = await Content.query(trx).findById(id).forNoKeyUpdate();
  if (!content || content.deletedAt !== null) throw new AppError("NOT_FOUND");
  if (content.sellerId !== viewer.id)
    throw new AppError(content.isListed || content.isPaused ? "NOT_OWNER" : "NOT_FOUND");
  return content;
};

/** Tells whether an `If-Match` header allows an edit of the version of this time. */
const isCurrent = (ifMatch: string, updatedAt: Date): boolean =>
  ifMatch === "" ||
  ifMatch
    .split(",")
    .some((tag) => ["*", updatedAt.toISOString()].includes(tag.trim().replace(/^"(.*)"$/, "$1")));

/** Saves an edit; when nothing changed, nothing is written and the time of the last edit stays. */
export const updateContent = async (
  parts: Parts & Pick<Deps, "addJob">,
  trx: Trx,
  { viewer, id, form, ifMatch }: { viewer: Viewer; id: string; form: ContentEdit; ifMatch: string },
): Promise<ContentView> => {
  const content = await lockOwnContent(trx, viewer, id);
  if (!isCurrent(ifMatch, content.updatedAt)) throw new AppError("EDIT_CONFLICT");
  const seller = await findSeller(trx, viewer.id);
  const columns = await columnsOf(parts, trx, seller, viewer.id, form);
  const isChanged = Object.entries(columns).some(
    // The columns are the content's own; their values are texts, numbers and lists of texts.
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(content[name as keyof Content] ?? []),
  );
  if (!isChanged) return presentSaved(content, seller, viewer);
  await keepVersions(parts, trx, { content, files: columns, note: form.versionNote });
  if (form.price < content.price || JSON.stringify(columns.fileUrls) !== JSON.stringify(content.fileUrls))
    await parts.addJob(trx, "wishNews", { contentId: id, price: content.price });
  // What a seller opened of a free content may be all of it, or nothing: priced, the proposed trial holds.
  if (content.price === 0 && form.price > 0)
    await trx("content_trials").where({ content_id: id, is_chosen: true }).delete();
  const saved = await content
    .$query(trx)
    .patch({
      ...columns,
      // Two edits within a millisecond must not share their time: the next edit is compared with it.
      updatedAt: appTime("greatest(app_now(), updated_at + interval '1 millisecond')"),
    })
    .returning("*");
  return presentSaved(saved as unknown as Content, seller, viewer); // `returning` on an instance gives its row.
};

/** Takes a content off the market; its buyers keep it. */
export const removeContent = async (
  trx: Trx,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<void> => {
  const content = await lockOwnContent(trx, viewer, id);
  await content.$query(trx).patch({ deletedAt: appNow() });
};
