import Alert, { type AlertColor } from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useSyncExternalStore, type ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Draft } from "@knowhow/ui/device/drafts/draft.ts";
import { formPathOf } from "@knowhow/ui/device/drafts/draftPhase.ts";
import type { Drafts } from "@knowhow/ui/device/drafts/drafts.ts";
import { othersOf } from "../drafts/others.ts";
import { formatDateTime } from "@knowhow/ui/components/format.ts";

interface NoticeProps {
  severity?: AlertColor;
  children: ReactNode;
  action?: ReactNode;
}

/** A line above the form with its actions. */
const Notice = ({ severity = "info", children, action }: NoticeProps) => (
  <Alert
    severity={severity}
    role="status"
    action={action}
    sx={{
      flexWrap: "wrap",
      "& .MuiAlert-message": { flex: "1 1 200px" },
      "& .MuiAlert-action": { ml: "auto", pt: 0, flexWrap: "wrap", justifyContent: "end" },
    }}
  >
    {children}
  </Alert>
);

interface RestoredNoticeProps {
  label: string;
  onStartOver: () => void;
  onClose: () => void;
}

/** Says that the form begins with a kept draft. */
export const RestoredNotice = ({ label, onStartOver, onClose }: RestoredNoticeProps) => (
  <Notice
    action={
      <>
        <Button color="inherit" size="small" onClick={onStartOver}>
          {label}
        </Button>
        <Button color="inherit" size="small" onClick={onClose}>
          닫기
        </Button>
      </>
    }
  >
    작성하던 내용을 불러왔습니다.
  </Notice>
);

/** Says that there are drafts of other new contents, with a link to them; nothing where there are none. */
export const OtherDraftsNotice = ({ drafts, except }: { drafts: Drafts; except: string }) => {
  const others = othersOf(useSyncExternalStore(drafts.subscribe, drafts.read), except);
  const [latest] = others;
  return latest ? (
    <Notice
      action={
        <>
          <Button component={Link} to={formPathOf(latest)} color="inherit" size="small">
            이어서 쓰기
          </Button>
          <Button component={Link} to="/drafts" color="inherit" size="small">
            목록 보기
          </Button>
        </>
      }
    >
      작성 중인 글 {others.length}개
    </Notice>
  ) : null;
};

/** Says that this form is a copy: another version was kept elsewhere. */
export const CopyNotice = () => (
  <Notice
    severity="warning"
    action={
      <Button component={Link} to="/drafts" color="inherit" size="small">
        목록 보기
      </Button>
    }
  >
    다른 기기에서 바뀌어 따로 보관한 글이에요. 다른 기기의 내용은 목록에 함께 있어요.
  </Notice>
);

/** Says while the draft is open that another device has changed it. */
export const ElsewhereNotice = () => (
  <Notice severity="warning">
    다른 기기에서도 이 글이 바뀌었어요. 이 화면을 나가면 다른 기기의 내용은 작성 중인 콘텐츠에 나타나고,
    여기서 고친 내용은 그 옆에 따로 보관돼요.
  </Notice>
);

interface SuspensionNoticeProps {
  until: string;
  /** 등록 or 수정. */
  act: string;
  /** The device has the written text. */
  isKept: boolean;
}

/** Says that a suspension began while the form was open, until when, and that nothing is lost. */
export const SuspensionNotice = ({ until, act, isKept }: SuspensionNoticeProps) => (
  <Notice
    severity="warning"
    action={
      <Button component={Link} to="/penalty-notice" color="inherit" size="small">
        자세히 보기
      </Button>
    }
  >
    {isKept ? "임시 저장됨 · " : ""}
    {formatDateTime(until)}까지 이용이 정지되었습니다. 그때까지 {act}할 수 없지만, 쓰던 글은 그대로 있고 계속
    쓸 수 있어요.
  </Notice>
);

interface PublishingNoticeProps {
  publishing: NonNullable<Draft["publishing"]>;
  /** 등록 or 수정. */
  act: string;
  onCancel: () => void;
}

/** Says that the form waits to be published, or why it was not. */
export const PublishingNotice = ({ publishing, act, onCancel }: PublishingNoticeProps) => {
  const { refusal } = publishing;
  return refusal === undefined ? (
    <Notice
      action={
        <Button color="inherit" size="small" onClick={onCancel}>
          {act} 취소
        </Button>
      }
    >
      연결되면 {act}할 글이에요. 보내기 전에 내용을 고치면 {act}을 멈추고 기다려요.
    </Notice>
  ) : (
    <Notice severity="error">
      {act}하지 못했습니다. {refusal}
      {/해주세요\.$/.test(refusal) ? null : ` 내용을 확인한 뒤 다시 ${act}해주세요.`}
    </Notice>
  );
};

interface HeldBackNoticeProps {
  act: string;
  /** Whether the form was sent before the change. */
  sent: "not" | "unanswered" | "stored";
}

/** Says that a change took the form out of the queue for publishing, or came after it was sent. */
export const HeldBackNotice = ({ act, sent }: HeldBackNoticeProps) => {
  const again = `다 쓴 뒤 다시 ${act}하면 바뀐 내용으로 고쳐져요.`;
  const words = {
    not: `내용이 바뀌어 예약한 ${act}을 멈췄어요. 다 쓴 뒤 다시 ${act}해주세요.`,
    unanswered: `바꾸기 전의 내용은 이미 보내져 ${act}될 수 있어요. ${again}`,
    stored: `바꾸기 전의 내용은 ${act}되었어요. ${again}`,
  };
  return <Notice severity="warning">{words[sent]}</Notice>;
};

/** Says how old a content is that was read from the device. */
export const AgeNotice = ({ age }: { age: string }) => (
  <Notice>{age}에 이 기기에 저장한 내용이에요. 그 뒤에 다른 곳에서 바뀌었다면 저장할 때 알려드려요.</Notice>
);
