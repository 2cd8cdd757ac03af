import type { Content } from "@knowhow/shared";
import { useOpeningGate } from "../orders/OpeningGate.tsx";
import { FloatingButton } from "./FloatingButton.tsx";
import { useLazyDialog } from "@knowhow/ui/components/useLazyDialog.ts";

const load = async () => (await import("./SummaryDialog.tsx")).SummaryDialog;

/** Opens the summary of a content, for users who may read its files. */
export const SummaryLauncher = ({ content }: { content: Content }) => {
  const { Dialog, isLoading, prepare, props } = useLazyDialog("summary", load);
  const openFirst = useOpeningGate();
  // A linked page is not summarised: opening the dialog delivers nothing.
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
