import { reportTypeLabel, type WordsType } from "@knowhow/shared";
import Button from "@mui/material/Button";
import { useMe } from "../../client/session.ts";
import { useDialogEntry } from "../../components/useDialogEntry.ts";
import { ReportDialog } from "./ReportDialog.tsx";

interface ReportWordsButtonProps {
  type: WordsType;
  /** Of the rating or question. */
  id: string;
  authorId: string;
  nickname: string;
  words: string;
}

/** Reports words at a content, for everyone signed in but their author. */
export const ReportWordsButton = ({ type, id, authorId, nickname, words }: ReportWordsButtonProps) => {
  const { user } = useMe();
  const { isOpen, open, close } = useDialogEntry(`report:${type}:${id}`);
  if (!user || user.isBanned || user.id === authorId) return null;
  const noun = reportTypeLabel(type);
  return (
    <>
      <Button
        size="small"
        color="inherit"
        onClick={open}
        aria-label={`${noun} 신고: ${words.slice(0, 20)}`}
        sx={{ color: "text.secondary" }}
      >
        신고
      </Button>
      <ReportDialog
        isOpen={isOpen}
        onClose={close}
        target={{ kind: "words", type, id, label: `${nickname}님의 ${noun}` }}
      />
    </>
  );
};
