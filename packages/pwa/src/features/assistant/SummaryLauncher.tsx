import type { Content } from "@knowhow/shared";
import { useOpeningGate } from "../orders/OpeningGate.tsx";
import { FloatingButton } from "./FloatingButton.tsx";
import { useLazyDialog } from "@knowhow/ui/components/useLazyDialog.ts";

const load = async () => (await import("./SummaryDialog.tsx")).SummaryDialog;

/** The way to the summary of a content, for those who may read its files. */
export const SummaryLauncher = ({ content }: { content: Content }) => {
  const { Dialog, isLoading, prepare, props } = useLazyDialog("summary", load);
  const openFirst = useOpeningGate();
  // What stands behind a link is not summarised: nothing of it is opened.
  const purchase = content.isExternalLink ? undefined : content.purchase;
  return (
    <>
      <FloatingButton
        label="AI 요약"
        isLoading={isLoading}
        isOpen={props.isOpen && !isLoading}
        onNear={prepare}
        onPress={() => openFirst(purchase, props.onOpen)}
      />
      {Dialog ? <Dialog {...props} content={content} /> : null}
    </>
  );
};
