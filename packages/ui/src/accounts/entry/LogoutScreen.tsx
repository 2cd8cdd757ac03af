import CircularProgress from "@mui/material/CircularProgress";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useLogout, useMe } from "../../client/session.ts";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { useDocumentTitle } from "../../components/PageTitle.tsx";
import { outboxOf } from "../../outbox/openOutbox.ts";

/** Signs out and goes home; asks first when something waits that would be deleted. */
export const LogoutScreen = () => {
  useDocumentTitle("로그아웃");
  const navigate = useNavigate();
  const { mutate, error, isPending: isLeaving } = useLogout();
  const { user, isPending } = useMe();
  const personId = user?.id;
  const [waiting, setWaiting] = useState(0);
  const begun = useRef(false);
  useEffect(() => {
    if (isPending || begun.current) return;
    begun.current = true;
    const begin = async () => {
      const outbox = personId === undefined ? undefined : outboxOf(personId);
      await outbox?.reread();
      const count = outbox?.read().length ?? 0;
      setWaiting(count);
      if (count === 0) mutate();
    };
    void begin();
  }, [isPending, personId, mutate]);
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
  return (
    <Box role="status" sx={{ display: "grid", justifyItems: "center", gap: 3, py: 12 }}>
      <CircularProgress aria-hidden />
      <Typography variant="h3" component="h1">
        로그아웃 중...
      </Typography>
      <ConfirmDialog
        isOpen={waiting > 0}
        title={`보내지 못한 것이 ${waiting}건 있어요`}
        description="지금 로그아웃하면 이 기기에서 지워지고 보내지 않아요."
        confirmLabel="지우고 로그아웃"
        pendingLabel="로그아웃 중..."
        cancelLabel="돌아가기"
        isDestructive
        isPending={isLeaving}
        onConfirm={() => mutate()}
        onCancel={() => void navigate("/profile", { replace: true })}
      />
    </Box>
  );
};
