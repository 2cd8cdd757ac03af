import {
  addressOf,
  hasPages,
  maxTrialPages,
  proposeTrial,
  shareTrouble,
  type TrialChoice,
  type TrialForm,
  type TrialShare,
} from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import OutlinedInput from "@mui/material/OutlinedInput";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";
import { invalidate, useEndpoint, useEndpointMutation } from "@knowhow/ui/client/queries.ts";
import { DialogShell } from "@knowhow/ui/components/DialogShell.tsx";
import { messageOf } from "@knowhow/ui/components/failure.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import type { DialogProps } from "@knowhow/ui/components/useLazyDialog.ts";
import { useOnline } from "@knowhow/ui/components/useOnline.ts";
import { FieldFrame } from "@knowhow/ui/forms/FormTextField.tsx";
import { PagePicture } from "./PagePicture.tsx";

/** Pages that are shown to choose from at a time. */
const pagesAtOnce = 12;

/** The wish about one file: its pages, or how many characters, as typed. */
interface Wish {
  pages: readonly number[];
  characters: string;
}
type Wishes = Readonly<Record<number, Wish>>;

const wishOf = ({ pages, characters }: TrialShare): Wish => ({ pages, characters: String(characters) });
const count = (value: number): string => value.toLocaleString("ko-KR");

/** Why a wish can not be saved, if so; of a text that is shown at all, at least a character. */
const troubleOf = (file: TrialChoice, { pages, characters }: Wish): string | undefined =>
  hasPages(file) || Number(characters) > 0
    ? shareTrouble(file, { pages: [...pages], characters: Number(characters) })
    : "미리 읽을 글자 수를 입력해주세요.";

/** The proposed trial, which holds where the form sends nothing. */
const proposalOf = (file: TrialChoice): Wish => wishOf(proposeTrial(file));

const isProposal = (file: TrialChoice, wish: Wish): boolean =>
  JSON.stringify(wish) === JSON.stringify(proposalOf(file));

const formOf = (files: readonly TrialChoice[], wishes: Wishes): TrialForm => ({
  parts: files.flatMap((file): TrialForm["parts"] => {
    const wish = wishes[file.fileIndex];
    if (file.unit === "none" || !wish || isProposal(file, wish)) return [];
    const { fileIndex } = file;
    return hasPages(file)
      ? [{ fileIndex, pages: [...wish.pages], characters: undefined }]
      : [{ fileIndex, pages: undefined, characters: Number(wish.characters) }];
  }),
});

interface FileProps {
  contentId: string;
  file: TrialChoice;
  wish: Wish;
  onChange: (wish: Wish) => void;
}

const Pages = ({ contentId, file: { fileIndex, fileName, unit, total }, wish, onChange }: FileProps) => {
  const [shown, setShown] = useState(pagesAtOnce);
  const handleToggle = (page: number, isWanted: boolean) => {
    const pages = wish.pages.filter((other) => other !== page);
    onChange({ ...wish, pages: (isWanted ? [...pages, page] : pages).toSorted((one, other) => one - other) });
  };
  return (
    <>
      <Box
        component="ul"
        aria-label={`${fileName}의 쪽`}
        sx={{
          display: "grid",
          gridTemplateColumns: "repeat(auto-fill, minmax(7.5rem, 1fr))",
          gap: 1,
          m: 0,
          p: 0,
          listStyle: "none",
        }}
      >
        {Array.from({ length: Math.min(shown, total) }, (_, index) => index + 1).map((page) => (
          <Box
            component="li"
            key={page}
            sx={{
              border: "1px solid",
              borderColor: wish.pages.includes(page) ? "primary.main" : "divider",
              borderRadius: 1,
              overflow: "hidden",
            }}
          >
            <Box component="label" sx={{ display: "grid", cursor: "pointer" }}>
              {unit === "page" ? (
                <PagePicture
                  src={addressOf(client.trials.page.contract, {
                    params: { contentId, fileIndex: String(fileIndex), page: String(page) },
                  })}
                  alt=""
                  isBare
                  sx={{
                    width: "100%",
                    height: "9rem",
                    objectFit: "contain",
                    objectPosition: "top",
                    color: "#4B5563",
                  }}
                />
              ) : null}
              <Box component="span" sx={{ display: "flex", alignItems: "center" }}>
                <Checkbox
                  checked={wish.pages.includes(page)}
                  onChange={(event) => handleToggle(page, event.target.checked)}
                />
                {page}쪽
              </Box>
            </Box>
          </Box>
        ))}
      </Box>
      {shown < total ? (
        <Button onClick={() => setShown((before) => before + pagesAtOnce)} sx={{ justifySelf: "start" }}>
          쪽 더 보기 ({count(Math.min(shown, total))}/{count(total)})
        </Button>
      ) : null}
    </>
  );
};

const Characters = ({ file: { total, min }, wish, onChange }: FileProps) => {
  const id = useId();
  return (
    <FieldFrame
      id={id}
      label="앞에서부터 보여줄 글자 수"
      help={`${count(total)}자 가운데 ${count(Math.max(min, 1))}자 이상 고를 수 있어요.`}
    >
      <OutlinedInput
        id={id}
        value={wish.characters}
        onChange={(event) => onChange({ ...wish, characters: event.target.value.replace(/\D/g, "") })}
        inputProps={{ inputMode: "numeric", maxLength: 6, "aria-describedby": `${id}-help` }}
      />
    </FieldFrame>
  );
};

const FileChoice = (props: FileProps) => {
  const { file, wish } = props;
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 1 }}
    >
      <Typography variant="subtitle1" component="h3" id={id} sx={{ overflowWrap: "anywhere" }}>
        {file.fileName}
      </Typography>
      {file.unit === "none" ? (
        <Typography color="textSecondary">
          이 파일은 미리 읽게 할 수 없어요. 미리보기 이미지와 소개로 내용을 보여주세요.
        </Typography>
      ) : (
        <>
          {hasPages(file) ? (
            <>
              <Typography color="textSecondary" role="status">
                {file.total < 3
                  ? "쪽수가 적어 고른 쪽의 윗부분만 보여요."
                  : `${count(wish.pages.length)}쪽을 골랐어요. ${count(file.total)}쪽 가운데 ${
                      file.min > 0 ? `${file.min}쪽 이상, ` : ""
                    }${maxTrialPages}쪽까지 고를 수 있어요.`}
              </Typography>
              <Pages {...props} />
            </>
          ) : (
            <Characters {...props} />
          )}
        </>
      )}
    </Box>
  );
};

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
  const isOnline = useOnline();
  const [wishes, setWishes] = useState<Wishes>(() =>
    Object.fromEntries(files.map((file) => [file.fileIndex, wishOf(file)])),
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
  const wishFor = (file: TrialChoice): Wish => wishes[file.fileIndex] ?? wishOf(file);
  const wrong = files.find((file) => file.unit !== "none" && troubleOf(file, wishFor(file)) !== undefined);
  const handleChange = (changed: Wishes) => {
    setWishes((before) => ({ ...before, ...changed }));
    onTouch();
  };
  return (
    <Box
      component="form"
      aria-label="미리 읽기 고르기"
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ params, body: formOf(files, wishes) });
      }}
      sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 3 }}
    >
      <Typography color="textSecondary">
        고른 부분은 구매하지 않은 사람도 읽을 수 있어요. 그림으로 보이는 쪽에는 ‘미리 읽기’ 표시가 들어가요.
      </Typography>
      {files.map((file) => (
        <FileChoice
          key={file.fileIndex}
          contentId={contentId}
          file={file}
          wish={wishFor(file)}
          onChange={(wish) => handleChange({ [file.fileIndex]: wish })}
        />
      ))}
      <Box
        sx={{
          position: "sticky",
          // Over the padding of the dialog.
          bottom: -20,
          mb: -2.5,
          display: "grid",
          gap: 1,
          py: 1.5,
          borderTop: "1px solid",
          borderColor: "divider",
          bgcolor: "background.paper",
          zIndex: 1,
        }}
      >
        {isOnline ? null : (
          <Alert severity="warning" role="status">
            인터넷에 연결되어 있지 않아 지금은 저장할 수 없어요. 고른 것은 그대로 있어요.
          </Alert>
        )}
        {wrong ? (
          <Alert severity="warning" role="status">
            {wrong.fileName}: {troubleOf(wrong, wishFor(wrong))}
          </Alert>
        ) : null}
        {error ? <Alert severity="error">{messageOf(error)}</Alert> : null}
        <Box sx={{ display: "flex", flexWrap: "wrap", justifyContent: "flex-end", gap: 1 }}>
          <Button
            color="inherit"
            disabled={files.every((file) => isProposal(file, wishFor(file)))}
            onClick={() =>
              handleChange(Object.fromEntries(files.map((file) => [file.fileIndex, proposalOf(file)])))
            }
          >
            기본값으로
          </Button>
          <Button
            type="submit"
            variant="contained"
            loading={isPending}
            disabled={wrong !== undefined || !isOnline}
          >
            저장
          </Button>
        </Box>
      </Box>
    </Box>
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
export const TrialChoiceDialog = ({ contentId, isOpen, onClose }: DialogProps & { contentId: string }) => {
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
      {isOpen ? <Choice contentId={contentId} onTouch={() => setIsTouched(true)} onClose={onClose} /> : null}
    </DialogShell>
  );
};
