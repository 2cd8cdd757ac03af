import { useEffect, useState, useSyncExternalStore } from "react";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import type { ListKind } from "@knowhow/ui/device/drafts/fileRules.ts";
import type { UploadItem } from "@knowhow/ui/device/drafts/uploadItem.ts";
import { UploadList, type UploadTarget } from "./UploadList.ts";

/** One list of a form while the screen is open, beginning with the given entries. */
export const useUploadList = (kind: ListKind, initial: readonly UploadItem[], target: UploadTarget) => {
  const toast = useToast();
  const [list] = useState(() => new UploadList(kind, initial, toast, target));
  const items = useSyncExternalStore(list.subscribe, list.getItems);
  const refusals = useSyncExternalStore(list.subscribe, list.getRefusals);
  useEffect(() => list.follow(), [list]);
  return { list, items, refusals };
};

/** A list with the state that a section shows. */
export type ShownUploads = ReturnType<typeof useUploadList>;
