import { useCallback, useEffect, useRef, useState, type ComponentType } from "react";
import { useToast } from "../components/ToastProvider.tsx";

/** What every dialog that is loaded later is told. */
export interface DialogProps {
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/**
 * A dialog whose code is fetched when it is first wanted. It stays mounted from then on, so that what was done in it
 * is there when it is opened again. `load` must not change.
 */
export const useLazyDialog = <P extends DialogProps>(load: () => Promise<ComponentType<P>>) => {
  const toast = useToast();
  const [Dialog, setDialog] = useState<ComponentType<P>>();
  const [isOpen, setIsOpen] = useState(false);
  const [isLoading, setIsLoading] = useState(false);
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
  const open = useCallback(async () => {
    setIsLoading(true);
    try {
      const found = await fetchCode();
      if (!isMounted.current) return;
      setDialog(() => found);
      setIsOpen(true);
    } catch {
      loading.current = undefined;
      if (isMounted.current)
        toast({
          title: "AI 도우미를 불러오지 못했습니다",
          description: "인터넷 연결을 확인한 뒤 다시 눌러주세요.",
          variant: "destructive",
        });
    } finally {
      if (isMounted.current) setIsLoading(false);
    }
  }, [fetchCode, toast]);
  /** Fetches the code ahead of time; a failure is told when it is opened. */
  const prepare = useCallback(() => {
    fetchCode().catch(() => {
      loading.current = undefined;
    });
  }, [fetchCode]);
  const onOpen = useCallback(() => setIsOpen(true), []);
  const onClose = useCallback(() => setIsOpen(false), []);
  return { Dialog, isLoading, prepare, open, props: { isOpen, onOpen, onClose } };
};
