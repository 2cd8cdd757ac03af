import { messageOf } from "@knowhow/ui/components/failure.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";

/** Runs an act on the files of the device, and says where it fails. */
export const useVaultActs = (): ((act: Promise<unknown> | undefined) => void) => {
  const toast = useToast();
  return (act) => {
    act?.catch((error: unknown) =>
      toast({
        title: "이 기기에 보관하지 못했습니다",
        description: messageOf(error),
        variant: "destructive",
      }),
    );
  };
};
