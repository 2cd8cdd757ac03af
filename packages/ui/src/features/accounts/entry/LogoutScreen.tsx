import Button from "@mui/material/Button";
import CircularProgress from "@mui/material/CircularProgress";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import {
  Link,
  Navigate,
  NavigationType,
  useLocation,
  useNavigate,
  useNavigationType,
} from "react-router-dom";
import { activeUserId } from "../../../client/activeUser.ts";
import { readIsLinked } from "../../../client/bootstrap.ts";
import { isOwnSignOut } from "../../../client/ownSignOut.ts";
import { useDevice } from "../../../client/platform.tsx";
import { useMe } from "../../../client/session.ts";
import { useLogout } from "../../../device/signOut.ts";
import { unsentDecisions } from "../../../client/unsentDecisions.ts";
import { ConfirmDialog } from "../../../components/ConfirmDialog.tsx";
import { ErrorState } from "../../../client/ErrorState.tsx";
import { useDocumentTitle } from "../../../components/PageTitle.tsx";
import type { Device } from "../../../device/device.ts";
import { draftsOf } from "../../../device/drafts/openDrafts.ts";
import { UnsentDecisionsDialog } from "./UnsentDecisionsDialog.tsx";

interface Left {
  /** Acts and publications that wait to be sent. */
  waiting: number;
  /** Drafts that are on this device only. */
  drafts: number;
}
const nothing: Left = { waiting: 0, drafts: 0 };

const readLeft = async (device: Device, personId: string): Promise<Left> => {
  const outbox = device.outboxOf(personId);
  await outbox.reread();
  const { waiting, unsaved } = await draftsOf(device, personId).leftBehind();
  return { waiting: outbox.jobs.getSnapshot().length + waiting, drafts: unsaved };
};

/** An administrator's decisions that were not sent. */
const useUnsentDecisions = (goOn: () => void) => {
  const [{ all, failed }, setCount] = useState({ all: 0, failed: 0 });
  const [isSending, setSending] = useState(false);
  /** Asks where there are any, else goes on. */
  const look = () => {
    const now = unsentDecisions()?.count() ?? { all: 0, failed: 0 };
    setCount(now);
    if (now.all === 0) goOn();
  };
  const send = async () => {
    setSending(true);
    await unsentDecisions()?.sendAll();
    setSending(false);
    look();
  };
  const drop = async () => {
    setCount({ all: 0, failed: 0 });
    // Unsent decisions would be sent during later questions, and no report can be released after the sign-out.
    await unsentDecisions()?.dropAll();
    goOn();
  };
  return { all, failed, isSending, look, send, drop };
};

/**
 * Whether the person has just come here: by a link in the app, or by the address itself, whose entry of the history has
 * no key yet and gets one. Back, forward and a restored page come to an entry with a key.
 */
const useIsMeant = (): boolean => {
  const navigate = useNavigate();
  const navigationType = useNavigationType();
  const { key } = useLocation();
  const [isMeant] = useState(navigationType !== NavigationType.Pop || key === "default");
  const isNew = isMeant && key === "default";
  useEffect(() => {
    if (isNew) void navigate("/logout", { replace: true });
  }, [isNew, navigate]);
  return isMeant;
};

const Question = ({ onConfirm }: { onConfirm: () => void }) => (
  <Box sx={{ display: "grid", justifyItems: "center", gap: 3, py: 12, textAlign: "center" }}>
    <Typography variant="h3" component="h1">
      로그아웃할까요?
    </Typography>
    <Typography color="textSecondary">링크를 따라 들어왔어요.</Typography>
    <Box sx={{ display: "flex", gap: 1 }}>
      <Button component={Link} to="/" replace color="inherit">
        홈으로
      </Button>
      <Button variant="contained" onClick={onConfirm}>
        로그아웃
      </Button>
    </Box>
  </Box>
);

/**
 * Signs out and goes home; asks first when a link led here, which anyone may have written, and when waiting acts or drafts
 * would be deleted.
 */
export const LogoutScreen = () => {
  useDocumentTitle("로그아웃");
  const navigate = useNavigate();
  const { key, state } = useLocation() as { key: string; state: unknown }; // the library's type of a state is any
  const [firstKey] = useState(key);
  const isMeant = useIsMeant();
  const [isAsking, setAsking] = useState(() => (key === "default" ? readIsLinked() : !isOwnSignOut(state)));
  const { mutate, error, isPending: isLeaving } = useLogout();
  const device = useDevice();
  const { user, isPending } = useMe();
  // Without a network the device may know the person's id, and no more.
  const personId = user?.id ?? activeUserId() ?? undefined;
  const [{ waiting, drafts }, setLeft] = useState(nothing);
  const leave = async () => {
    const left = personId === undefined ? nothing : await readLeft(device, personId);
    setLeft(left);
    if (left.waiting + left.drafts === 0) mutate();
  };
  const decisions = useUnsentDecisions(() => void leave());
  const begin = useEffectEvent(() => decisions.look());
  const begun = useRef(false);
  useEffect(() => {
    if (isPending || !isMeant || isAsking || begun.current) return;
    begun.current = true;
    begin();
  }, [isPending, isMeant, isAsking]);
  // An address that was opened directly has no screen before it.
  const goBack = () => void (firstKey === "default" ? navigate("/", { replace: true }) : navigate(-1));
  if (error)
    return (
      <ErrorState
        error={error}
        title="로그아웃하지 못했습니다"
        component="h1"
        onRetry={() => {
          mutate();
        }}
      />
    );
  if (!isMeant) return <Navigate to="/" replace />;
  if (isAsking) return <Question onConfirm={() => setAsking(false)} />;
  return (
    <Box role="status" sx={{ display: "grid", justifyItems: "center", gap: 3, py: 12 }}>
      <CircularProgress aria-hidden />
      <Typography variant="h3" component="h1">
        로그아웃 중...
      </Typography>
      <ConfirmDialog
        isOpen={waiting + drafts > 0}
        title={
          waiting > 0
            ? `보내지 못한 것이 ${waiting}건 있어요`
            : `이 기기에만 임시 저장한 글이 ${drafts}건 있어요`
        }
        description={`지금 로그아웃하면 이 기기에서 지워지고 보내지 않아요.${
          waiting > 0 && drafts > 0 ? ` 이 기기에만 임시 저장한 글 ${drafts}건도 지워져요.` : ""
        }`}
        confirmLabel="지우고 로그아웃"
        pendingLabel="로그아웃 중..."
        cancelLabel="돌아가기"
        isDestructive
        isPending={isLeaving}
        onConfirm={() => mutate()}
        onCancel={goBack}
      />
      {decisions.all > 0 ? (
        <UnsentDecisionsDialog
          count={decisions.all}
          failed={decisions.failed}
          isSending={decisions.isSending}
          onSend={() => void decisions.send()}
          onDrop={() => void decisions.drop()}
          onStay={goBack}
        />
      ) : null}
    </Box>
  );
};
