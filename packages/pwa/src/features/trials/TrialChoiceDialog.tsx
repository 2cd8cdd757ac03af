import { addressOf, hasPages, type TrialChoice, type TrialForm } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";
import { invalidate, useEndpoint, useEndpointMutation } from "@knowhow/ui/client/queries.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import type { DialogProps } from "@knowhow/ui/components/useLazyDialog.ts";
import {
  FileChoice,
  isProposal,
  proposalOf,
  troubleOf,
  typedShareOf,
  type TypedShare,
} from "./FileChoice.tsx";
import { ChoiceDialog, ChoiceFrame } from "./ChoiceFrame.tsx";

type TypedShares = Readonly<Record<number, TypedShare>>;

const formOf = (files: readonly TrialChoice[], shares: TypedShares): TrialForm => ({
  parts: files.flatMap((file): TrialForm["parts"] => {
    const typed = shares[file.fileIndex];
    if (file.unit === "none" || !typed || isProposal(file, typed)) return [];
    const { fileIndex } = file;
    return hasPages(file)
      ? [{ fileIndex, pages: [...typed.pages], characters: undefined }]
      : [{ fileIndex, pages: undefined, characters: Number(typed.characters) }];
  }),
});

const ChoiceForm = ({
  contentId,
  files,
  onTouch,
  onClose,
}: {
  contentId: string;
  files: readonly TrialChoice[];
  onTouch: () => void;
  onClose: () => void;
}) => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const [shares, setShares] = useState<TypedShares>(() =>
    Object.fromEntries(files.map((file) => [file.fileIndex, typedShareOf(file)])),
  );
  const { mutate, isPending, error } = useEndpointMutation(client.trials.update, {
    onSuccess: async () => {
      toast({ title: "미리 읽기를 바꿨습니다" });
      onClose();
      await Promise.all([
        invalidate(queryClient, client.trials.get),
        invalidate(queryClient, client.trials.choices),
      ]);
    },
  });
  const params = { id: contentId };
  const shareFor = (file: TrialChoice): TypedShare => shares[file.fileIndex] ?? typedShareOf(file);
  const wrong = files.find((file) => file.unit !== "none" && troubleOf(file, shareFor(file)) !== undefined);
  const handleChange = (changed: TypedShares) => {
    setShares((before) => ({ ...before, ...changed }));
    onTouch();
  };
  return (
    <ChoiceFrame
      intro="고른 부분은 구매하지 않은 사람도 읽을 수 있어요. 그림으로 보이는 쪽에는 ‘미리 읽기’ 표시가 들어가요."
      trouble={wrong ? `${wrong.fileName}: ${troubleOf(wrong, shareFor(wrong))}` : undefined}
      error={error}
      isPending={isPending}
      isProposed={files.every((file) => isProposal(file, shareFor(file)))}
      onPropose={() =>
        handleChange(Object.fromEntries(files.map((file) => [file.fileIndex, proposalOf(file)])))
      }
      onSave={() => mutate({ params, body: formOf(files, shares) })}
    >
      {files.map((file) => (
        <FileChoice
          key={file.fileIndex}
          file={file}
          pictureOf={(page) =>
            addressOf(client.trials.page.contract, {
              params: { contentId, fileIndex: String(file.fileIndex), page: String(page) },
            })
          }
          typed={shareFor(file)}
          onChange={(typed) => handleChange({ [file.fileIndex]: typed })}
        />
      ))}
    </ChoiceFrame>
  );
};

interface ChoiceProps {
  contentId: string;
  /** Called when something is chosen. */
  onTouch: () => void;
  onClose: () => void;
}

const Choice = ({ contentId, onTouch, onClose }: ChoiceProps) => {
  // Files may have been changed elsewhere since the last look.
  const { data, error, isFetching, refetch } = useEndpoint(
    client.trials.choices,
    { params: { id: contentId } },
    { staleTime: 0, refetchOnMount: "always", gcTime: 0 },
  );
  if (data)
    return <ChoiceForm contentId={contentId} files={data.files} onTouch={onTouch} onClose={onClose} />;
  if (error && !isFetching)
    return <ErrorState error={error} title="파일을 읽지 못했습니다" onRetry={() => void refetch()} />;
  return (
    <Box role="status" aria-label="파일을 읽는 중" sx={{ display: "grid", gap: 1 }}>
      {["60%", "90%", "80%"].map((width) => (
        <Skeleton key={width} width={width} height={32} />
      ))}
    </Box>
  );
};

/** For the seller: what everyone may read of the files before paying. */
export const TrialChoiceDialog = ({ contentId, isOpen, onClose }: DialogProps & { contentId: string }) => (
  <ChoiceDialog isOpen={isOpen} onClose={onClose}>
    {(onTouch) => <Choice contentId={contentId} onTouch={onTouch} onClose={onClose} />}
  </ChoiceDialog>
);
