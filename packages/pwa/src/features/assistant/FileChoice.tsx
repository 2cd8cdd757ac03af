import AttachFileRounded from "@mui/icons-material/AttachFileRounded";
import CloseRounded from "@mui/icons-material/CloseRounded";
import DescriptionOutlined from "@mui/icons-material/DescriptionOutlined";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { useId, useRef } from "react";
import { formatBytes } from "@knowhow/ui/components/format.ts";
import { Reveal } from "@knowhow/ui/components/Reveal.tsx";
import { DropZone } from "@knowhow/ui/components/DropZone.tsx";
import { acceptedFiles, fileRule } from "./fileCheck.ts";
import type { AssistantTrouble } from "./troubles.ts";

interface FileChoiceProps {
  file: File | undefined;
  /** Files of the form itself that the helper could read. */
  offered: readonly File[];
  trouble: Pick<AssistantTrouble, "text" | "hint"> | undefined;
  onChoose: (file: File | undefined) => void;
}

const Chosen = ({ file, onRemove }: { file: File; onRemove: () => void }) => (
  <Box
    sx={{
      display: "flex",
      alignItems: "center",
      gap: 1.5,
      p: 1.5,
      border: "1px solid",
      borderColor: "divider",
      borderRadius: "12px",
    }}
  >
    <DescriptionOutlined aria-hidden sx={{ color: "text.secondary" }} />
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Typography variant="subtitle2" component="p" sx={{ overflowWrap: "anywhere" }}>
        {file.name}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {formatBytes(file.size)}
      </Typography>
    </Box>
    <IconButton size="small" aria-label={`${file.name} 빼기`} onClick={onRemove}>
      <CloseRounded fontSize="small" />
    </IconButton>
  </Box>
);

/** The document that a suggestion may be made from; without one the description alone is used. */
export const FileChoice = ({ file, offered, trouble, onChoose }: FileChoiceProps) => {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const handleRemove = () => {
    onChoose(undefined);
    button.current?.focus();
  };
  return (
    <Box role="group" aria-labelledby={`${id}-title`} sx={{ display: "grid", gap: 1 }}>
      <Typography variant="subtitle2" component="h3" id={`${id}-title`}>
        참고할 문서 (선택)
      </Typography>
      {file ? <Chosen file={file} onRemove={handleRemove} /> : null}
      <DropZone
        label={file ? "다른 문서 선택" : "문서 선택"}
        icon={AttachFileRounded}
        accept={acceptedFiles}
        isMultiple={false}
        disabled={false}
        buttonRef={button}
        helpId={`${id}-help`}
        help={
          <>
            제안을 만드는 데만 쓰고 저장하거나 판매하지 않아요.
            <br />
            {fileRule}
          </>
        }
        onFiles={([first]) => onChoose(first)}
      />
      {offered
        .filter((own) => own !== file)
        .map((own) => (
          <Button
            key={`${own.name} ${own.size}`}
            variant="text"
            size="small"
            startIcon={<DescriptionOutlined />}
            onClick={() => onChoose(own)}
            sx={{ justifySelf: "start", maxWidth: "100%", whiteSpace: "normal", textAlign: "start" }}
          >
            판매할 파일 ‘{own.name}’ 사용
          </Button>
        ))}
      {trouble ? (
        <Reveal cause={trouble}>
          <Alert severity="error">
            {trouble.text}
            {trouble.hint ? <div>{trouble.hint}</div> : null}
          </Alert>
        </Reveal>
      ) : null}
    </Box>
  );
};
