import { useEffect, useState, useSyncExternalStore } from "react";
import { useToast } from "../components/ToastProvider.tsx";
import type { ListKind } from "./fileRules.ts";
import { UploadList, type UploadItem } from "./UploadList.ts";

/** One list of uploads for as long as the screen is open, beginning with what is there already. */
export const useUploadList = (kind: ListKind, initial: readonly UploadItem[]) => {
  const toast = useToast();
  const [list] = useState(() => new UploadList(kind, initial, toast));
  const items = useSyncExternalStore(list.subscribe, list.getItems);
  useEffect(
    () => () => {
      list.stop();
    },
    [list],
  );
  return { list, items };
};
