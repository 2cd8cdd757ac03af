import { uploadLimits } from "@knowhow/shared";
import { newIdempotencyKey } from "@knowhow/ui/client/client.ts";
import { createLiveValue } from "@knowhow/ui/client/liveValue.ts";
import { messageOf } from "@knowhow/ui/components/failure.ts";
import type { ToastMessage } from "@knowhow/ui/components/ToastProvider.tsx";
import { UnkeptError, type DraftFile } from "@knowhow/ui/device/drafts/draft.ts";
import type { Drafts } from "@knowhow/ui/device/drafts/drafts.ts";
import {
  limitText,
  maxOf,
  nounOf,
  objectKindOf,
  withCleanName,
  type ListKind,
} from "@knowhow/ui/device/drafts/fileRules.ts";
import { findRefusal } from "@knowhow/ui/device/drafts/refusal.ts";
import { isSameItem, itemOf, type FileBytes, type UploadItem } from "@knowhow/ui/device/drafts/uploadItem.ts";

/** The form that a list belongs to. */
interface Owner {
  drafts: Pick<Drafts, "transferOf" | "addFile" | "removeFile" | "pause" | "resume" | "blobOf">;
  notify: (message: ToastMessage) => void;
  draftId: () => string;
  /** The entries as the draft has them, or the form while there is no draft. */
  entriesOf: (kind: ListKind) => readonly DraftFile[];
  /** Gives the list other entries, or another order. */
  arrange: (kind: ListKind, entries: readonly DraftFile[]) => void;
  /** Keeps the form, since files can be added only to an existing draft. */
  begin: () => Promise<void>;
}

/** The files of one choice, until all of them are uploaded. */
interface Choice {
  keys: readonly string[];
  refused: number;
}

const refusalText = ({ title, description = title }: ToastMessage): string => description;

/**
 * The files or images of one form: checks, order, progress. The list itself is the draft's; here is what only this page
 * knows of it.
 */
export const createFormFiles = (kind: ListKind, owner: Owner) => {
  const { drafts, notify, draftId } = owner;
  const noun = nounOf(kind);
  const entries = () => owner.entriesOf(kind);
  const items = createLiveValue<readonly UploadItem[]>([]);
  /** What the last choice could not add, with the reason, one sentence each. */
  const refusals = createLiveValue<readonly string[]>([]);
  const bytes = new Map<string, FileBytes>();
  /** Keys of entries: the device is asked for the bytes of each once. */
  const fetched = new Set<string>();
  /** Entries that the server refused when the form was sent: the draft does not know of it. */
  const refused = new Map<string, string>();
  /** The messages already shown about failed entries. */
  const told = new Map<string, string>();
  let choices: readonly Choice[] = [];
  let attention: string | undefined;
  let adding: Promise<void> = Promise.resolve();

  const putBytes = (key: string, file: File) =>
    bytes.set(key, { file, address: kind === "preview" ? URL.createObjectURL(file) : undefined });
  const tellFailed = ({ key, name, status, message = "" }: UploadItem) => {
    const text = `${status} ${message}`;
    // A failed retry is not told again.
    if (told.get(key) === text) return;
    told.set(key, text);
    notify({
      title: `${noun} 업로드 실패`,
      description: message.startsWith(name) ? message : `${name}: ${message}`,
      variant: "destructive",
    });
  };
  /** Tells once that all files of a choice are uploaded. A failed file has its own toast, which none may cover. */
  const tellDone = (list: readonly UploadItem[]) => {
    choices = choices.filter(({ keys, refused: left }) => {
      const chosen = keys.flatMap((key) => list.find((item) => item.key === key) ?? []);
      if (chosen.length < keys.length || chosen.some(({ status }) => status === "refused")) return false;
      // A failed upload is retried by itself.
      if (!chosen.every(({ status }) => status === "done")) return true;
      const [first] = chosen;
      if (!first) return false;
      const names = chosen.length === 1 ? first.name : `${first.name} 외 ${chosen.length - 1}개`;
      notify({
        title: `${noun} 업로드 완료`,
        description: left === 0 ? names : `${names}. ${left}개는 추가하지 못했습니다.`,
      });
      return false;
    });
  };
  /** Reads kept bytes from the device: to show images, and to recognise a file chosen again. */
  const fetchBytes = async ({ key, name, lastModified }: DraftFile) => {
    fetched.add(key);
    const blob = await drafts.blobOf(draftId(), key).catch(() => undefined);
    if (!blob || bytes.has(key) || !entries().some((entry) => entry.key === key)) return;
    putBytes(key, new File([blob], name, { type: blob.type, lastModified: lastModified ?? 0 }));
    follow();
  };
  /** Reads the list from the draft, and notifies of uploads that ended or failed since. */
  const follow = () => {
    const list = entries();
    const isListed = (key: string) => list.some((entry) => entry.key === key);
    for (const [key, { address }] of bytes)
      if (!isListed(key)) {
        if (address !== undefined) URL.revokeObjectURL(address);
        bytes.delete(key);
      }
    for (const key of refused.keys()) if (!isListed(key)) refused.delete(key);
    const before = items.getSnapshot();
    const next = list.map((entry) => {
      const { key } = entry;
      const item = itemOf(entry, drafts.transferOf(draftId(), key), bytes.get(key), refused.get(key));
      const known = before.find((one) => one.key === key);
      if (known && isSameItem(known, item)) return known;
      const isFailed = item.status === "failed" || item.status === "refused";
      // The form itself shows why the server did not take it.
      if (known && isFailed && !refused.has(key)) tellFailed(item);
      return item;
    });
    if (next.length !== before.length || next.some((item, at) => item !== before[at])) items.set(next);
    tellDone(next);
    for (const entry of list)
      if (entry.isKept && !bytes.has(entry.key) && !fetched.has(entry.key)) void fetchBytes(entry);
  };
  const dropAll = (dropped: readonly DraftFile[]) => {
    for (const { key } of dropped) void drafts.removeFile(draftId(), key).catch(console.warn);
  };
  /** Gives the bytes to the draft. Without room on the device they are uploaded from this page's memory. */
  const start = (file: File): string => {
    const key = newIdempotencyKey();
    putBytes(key, file);
    void owner.begin();
    drafts.addFile(draftId(), kind, file, key).catch((error: unknown) =>
      notify({
        title: "기기에 보관하지 못했습니다",
        description: `${file.name}: ${error instanceof UnkeptError ? error.message : messageOf(error)}`,
        variant: "destructive",
      }),
    );
    follow();
    return key;
  };
  const take = async (files: readonly File[]) => {
    const left: ToastMessage[] = [];
    const keys: string[] = [];
    refusals.set([]);
    for (const given of files) {
      const file = withCleanName(given);
      const refusal = await findRefusal(file, kind, items.getSnapshot());
      if (refusal) left.push(refusal);
      else keys.push(start(file));
    }
    refusals.set(left.map(refusalText));
    const [first] = left;
    if (first)
      notify(
        left.length === 1
          ? first
          : {
              title: `${noun} ${left.length}개를 추가하지 못했습니다`,
              description: "목록 아래에서 이유를 확인해주세요.",
              variant: "destructive",
            },
      );
    choices = [...choices, { keys, refused: left.length }];
    follow();
  };
  const resume = (key: string) => {
    told.delete(key);
    drafts.resume(draftId(), key);
  };

  return {
    kind,
    max: maxOf(kind),
    items,
    refusals,
    follow,
    /** Keeps and uploads the allowed files; tells about the others once. One choice after the other. */
    add: (files: readonly File[]): Promise<void> => {
      adding = adding.then(() => take(files));
      return adding;
    },
    /** Removes an entry from the list; a running upload is aborted. */
    remove: (key: string): void => {
      const list = entries();
      dropAll(list.filter((entry) => entry.key === key));
      owner.arrange(
        kind,
        list.filter((entry) => entry.key !== key),
      );
    },
    pause: (key: string): void => drafts.pause(draftId(), key),
    /** Resumes a paused entry, and retries a failed one. */
    resume,
    /** Resumes all paused entries: the form is to be sent when all are uploaded. */
    resumeAll: (): void => {
      for (const { key, status } of items.getSnapshot()) if (status === "paused") resume(key);
    },
    /** Moves an entry; false when the new order is not allowed. */
    move: (from: number, to: number): boolean => {
      const list = [...entries()];
      const [moved] = list.splice(from, 1);
      if (!moved || to < 0 || to > list.length) return false;
      list.splice(to, 0, moved);
      const tooLarge = list.find(
        ({ size }, position) => (size ?? 0) > uploadLimits[objectKindOf(kind, position)],
      );
      if (tooLarge) {
        const description = `${tooLarge.name}: ${limitText("extra")}가 넘는 파일은 첫 번째(대표) 파일로만 올릴 수 있습니다.`;
        notify({ title: "순서를 바꿀 수 없습니다", description, variant: "destructive" });
        return false;
      }
      owner.arrange(kind, list);
      return true;
    },
    /** Replaces all entries. */
    replace: (next: readonly DraftFile[]): void => {
      dropAll(entries().filter(({ key }) => !next.some((entry) => entry.key === key)));
      refusals.set([]);
      refused.clear();
      owner.arrange(kind, next);
    },
    /** Restores saved entries, before those added since; entries beyond the limit are left out, and told. */
    restore: (saved: readonly DraftFile[], max = maxOf(kind)): void => {
      const added = entries().filter(({ key }) => !saved.some((entry) => entry.key === key));
      const room = Math.max(0, max - saved.length);
      const left = added.slice(room);
      dropAll(left);
      refusals.set(left.map(({ name }) => `${name}: 기존 파일을 유지해 추가하지 않았습니다.`));
      owner.arrange(kind, [...saved, ...added.slice(0, room)]);
    },
    /** Marks entries that the server refused, by their paths; the first of them asks for the focus. */
    refuse: (troubles: ReadonlyMap<string, string>): void => {
      const wrong = entries().filter(({ objectPath = "" }) => troubles.has(objectPath));
      for (const { key, objectPath = "" } of wrong) refused.set(key, troubles.get(objectPath) ?? "");
      attention = wrong[0]?.key;
      follow();
    },
    /** The entry that should get the focus because the server refused it; asked once. */
    takeAttention: (): string | undefined => {
      const key = attention;
      attention = undefined;
      return key;
    },
    /** Clears the notice about files that could not be added. */
    dismissRefusals: (): void => refusals.set([]),
  };
};

/** One list of a form. */
export type FormFiles = ReturnType<typeof createFormFiles>;
