import { addressOf, hasPages, type UploadTrial } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { keyOf, useEndpointMutation } from "@knowhow/ui/client/queries.ts";
import { DialogShell } from "@knowhow/ui/components/DialogShell.tsx";
import type { DialogProps } from "@knowhow/ui/components/useLazyDialog.ts";
import { ChoiceFoot } from "./ChoiceFoot.tsx";
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
    <Box
      component="form"
      aria-label="미리 읽기 고르기"
      onSubmit={(event) => {
        event.preventDefault();
        // The form that sells, which may have opened this, is not to be sent with it.
        event.stopPropagation();
        mutate({ params, body });
      }}
      sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 3 }}
    >
      <Typography color="textSecondary">
        고른 부분은 등록한 뒤 구매하지 않은 사람도 읽을 수 있어요. 그림으로 보이는 쪽에는 ‘미리 읽기’ 표시가
        들어가요. 지금은 나만 볼 수 있어요.
      </Typography>
      <FileChoice
        file={file}
        typed={typed}
        onChange={handleChange}
        pictureOf={(page) =>
          addressOf(client.trials.uploadPage.contract, { params: { objectId, page: String(page) } })
        }
      />
      <ChoiceFoot
        trouble={troubleOf(file, typed)}
        error={error}
        isPending={isPending}
        isProposed={isProposal(file, typed)}
        onPropose={() => handleChange(proposalOf(file))}
      />
    </Box>
  );
};

/** For the seller, before publishing: what everyone will read of an uploaded file. */
export const UploadTrialDialog = ({ objectId, file, share, isOpen, onClose }: UploadTrialDialogProps) => {
  const [isTouched, setIsTouched] = useState(false);
  if (!isOpen && isTouched) setIsTouched(false);
  return (
    <DialogShell
      isOpen={isOpen}
      title="미리 읽기 고르기"
      onClose={onClose}
      width="md"
      isForm
      isTyped={isTouched}
    >
      {isOpen ? (
        <Form
          objectId={objectId}
          file={file}
          share={share}
          onTouch={() => setIsTouched(true)}
          onClose={onClose}
        />
      ) : null}
    </DialogShell>
  );
};
