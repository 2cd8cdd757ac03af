import { FloatingButton } from "./FloatingButton.tsx";
import type { SuggestionDialogProps } from "./SuggestionDialog.tsx";
import { useLazyDialog, type DialogProps } from "@knowhow/ui/components/useLazyDialog.ts";

const load = async () => (await import("./SuggestionDialog.tsx")).SuggestionDialog;

/** The helper of the upload and edit forms. Put it outside of the form: it has one of its own. */
export const SuggestionLauncher = (help: Omit<SuggestionDialogProps, keyof DialogProps>) => {
  const { Dialog, isLoading, prepare, props } = useLazyDialog("suggestion", load);
  return (
    <>
      <FloatingButton
        label="AI 도우미"
        isInPage
        isLoading={isLoading}
        isOpen={props.isOpen && !isLoading}
        onNear={prepare}
        onPress={props.onOpen}
      />
      {Dialog ? <Dialog {...props} {...help} /> : null}
    </>
  );
};
