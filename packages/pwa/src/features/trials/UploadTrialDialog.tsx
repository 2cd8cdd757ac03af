import { addressOf, hasPages, type UploadTrial } from "@knowhow/shared";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { keyOf, useEndpointMutation } from "@knowhow/ui/client/queries.ts";
import type { DialogProps } from "@knowhow/ui/components/useLazyDialog.ts";
import { ChoiceDialog, ChoiceFrame } from "./ChoiceFrame.tsx";
import {
  FileChoice,
  isProposal,
  proposalOf,
  troubleOf,
  typedShareOf,
  type ChoiceFile,
} from "./FileChoice.tsx";

export interface UploadTrialDialogProps extends DialogProps {
  objectId: string;
  file: ChoiceFile;
  share: UploadTrial;
}

interface FormProps extends Pick<UploadTrialDialogProps, "objectId" | "file" | "share" | "onClose"> {
  onTouch: () => void;
}

const Form = ({ objectId, file, share, onTouch, onClose }: FormProps) => {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState(() => typedShareOf(share));
  const params = { objectId };
  const { mutate, isPending, error } = useEndpointMutation(client.trials.chooseOfUpload, {
    onSuccess: (chosen) => {
      queryClient.setQueryData(keyOf(client.trials.upload, { params }), chosen);
      onClose();
    },
  });
  const handleChange = (next: typeof typed) => {
    setTyped(next);
    onTouch();
  };
  const body = isProposal(file, typed)
    ? {}
    : hasPages(file)
      ? { pages: [...typed.pages] }
      : { characters: Number(typed.characters) };
  return (
    <ChoiceFrame
      intro="고른 부분은 등록한 뒤 구매하지 않은 사람도 읽을 수 있어요. 그림으로 보이는 쪽에는 ‘미리 읽기’ 표시가 들어가요. 지금은 나만 볼 수 있어요."
      trouble={troubleOf(file, typed)}
      error={error}
      isPending={isPending}
      isProposed={isProposal(file, typed)}
      onPropose={() => handleChange(proposalOf(file))}
      onSave={() => mutate({ params, body })}
    >
      <FileChoice
        file={file}
        typed={typed}
        onChange={handleChange}
        pictureOf={(page) =>
          addressOf(client.trials.uploadPage.contract, { params: { objectId, page: String(page) } })
        }
      />
    </ChoiceFrame>
  );
};

/** For the seller, before publishing: what everyone will read of an uploaded file. */
export const UploadTrialDialog = ({ objectId, file, share, isOpen, onClose }: UploadTrialDialogProps) => (
  <ChoiceDialog isOpen={isOpen} onClose={onClose}>
    {(onTouch) => <Form objectId={objectId} file={file} share={share} onTouch={onTouch} onClose={onClose} />}
  </ChoiceDialog>
);
