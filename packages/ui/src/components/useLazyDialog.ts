import { useCallback, useEffect, useEffectEvent, useRef, useState, type ComponentType } from "react";
import { useToast } from "./ToastProvider.tsx";
import { useDialogEntry } from "./useDialogEntry.ts";

/** Props of every dialog whose code is loaded late. */
export interface DialogProps {
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/**
 * A dialog whose code is fetched when it is first wanted. It stays mounted from then on, so that its state is there
 * when it is opened again. `name` tells it from other dialogs in the history; `load` must not change; `failure` is the
 * toast when the code could not be fetched.
 */
export const useLazyDialog = <P extends DialogProps>(
  name: string,
  load: () => Promise<ComponentType<P>>,
  failure = "AI 도우미를 불러오지 못했습니다",
) => {
  const toast = useToast();
  const [Dialog, setDialog] = useState<ComponentType<P>>();
  const { isOpen, open: onOpen, close: onClose } = useDialogEntry(name);
  const loading = useRef<Promise<ComponentType<P>>>(undefined);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const fetchCode = useCallback(() => {
    loading.current ??= load();
    return loading.current;
  }, [load]);
  const show = useEffectEvent(async () => {
    try {
      const found = await fetchCode();
      if (isMounted.current) setDialog(() => found);
    } catch {
      loading.current = undefined;
      if (!isMounted.current) return;
      onClose();
      toast({
        title: failure,
        description: "인터넷 연결을 확인한 뒤 다시 눌러주세요.",
        variant: "destructive",
      });
    }
  });
  // Wanted by a press, or because the way forward or a reload has brought its entry back.
  const isLoading = isOpen && Dialog === undefined;
  useEffect(() => {
    if (isLoading) void show();
  }, [isLoading]);
  /** Fetches the code ahead of time; a failure is reported when it is opened. */
  const prepare = useCallback(() => {
    fetchCode().catch(() => {
      loading.current = undefined;
    });
  }, [fetchCode]);
  return { Dialog, isLoading, prepare, props: { isOpen, onOpen, onClose } };
};
