import { FloatingButton } from "./FloatingButton.tsx";
import type { SummaryDialogProps } from "./SummaryDialog.tsx";
import { useLazyDialog } from "./useLazyDialog.ts";

const load = async () => (await import("./SummaryDialog.tsx")).SummaryDialog;

/** The way to the summary of a content, for those who may read its files. */
export const SummaryLauncher = ({ content }: Pick<SummaryDialogProps, "content">) => {
  const { Dialog, isLoading, prepare, props } = useLazyDialog("summary", load);
  return (
    <>
      <FloatingButton
        label="AI 요약"
        isLoading={isLoading}
        isOpen={props.isOpen && !isLoading}
        onNear={prepare}
        onPress={props.onOpen}
      />
      {Dialog ? <Dialog {...props} content={content} /> : null}
    </>
  );
};
