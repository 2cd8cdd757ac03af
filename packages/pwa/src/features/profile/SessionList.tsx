import type { AccountSession } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { hasCode, messageOf } from "@knowhow/ui/components/failure.ts";
import { invalidate, useEndpoint, useEndpointMutation } from "@knowhow/ui/client/queries.ts";
import { ConfirmDialog } from "@knowhow/ui/components/ConfirmDialog.tsx";
import { formatDateTime } from "@knowhow/ui/components/format.ts";
import { ServerTime } from "@knowhow/ui/client/ServerTime.tsx";
import { useFocusAfterRemoval } from "@knowhow/ui/components/useFocusAfterRemoval.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { SectionError } from "../../components/Section.tsx";
import { deviceLabel, networkLabel } from "./securityText.ts";

const row = {
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  gap: 1,
  py: 1.25,
  "&:not(:last-of-type)": { borderBottom: "1px solid", borderColor: "divider" },
} as const;

const SessionRow = ({ session, onEnd }: { session: AccountSession; onEnd: () => void }) => (
  <Box component="li" sx={row}>
    <Box sx={{ minWidth: 0 }}>
      <Typography sx={{ fontWeight: 550, overflowWrap: "anywhere" }}>
        {deviceLabel(session.device)}
        {session.isCurrent ? <Chip size="small" color="primary" label="지금 이 기기" sx={{ ml: 1 }} /> : null}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {formatDateTime(session.createdAt)} 로그인
        {session.address === null ? "" : ` · ${networkLabel(session.address)}`}
      </Typography>
      {session.isCurrent ? null : (
        <Typography variant="body2" color="textSecondary">
          마지막 이용 <ServerTime time={session.usedAt} />
        </Typography>
      )}
    </Box>
    {session.isCurrent ? null : (
      <Button
        size="small"
        color="inherit"
        onClick={onEnd}
        aria-label={`${deviceLabel(session.device)} 로그아웃`}
        sx={{ flex: "none" }}
      >
        로그아웃
      </Button>
    )}
  </Box>
);

const useEnding = () => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const [asked, setAsked] = useState<AccountSession>();
  const end = useEndpointMutation(client.accountSecurity.endSession, {
    onSuccess: () => toast({ title: "로그아웃했습니다", description: "그 기기에서는 다시 로그인해야 해요." }),
    onError: (error) => {
      // The session has ended meanwhile, as wanted.
      if (!hasCode(error, "NOT_FOUND"))
        toast({ title: "로그아웃하지 못했습니다", description: messageOf(error), variant: "destructive" });
    },
    onSettled: async () => {
      setAsked(undefined);
      await Promise.all([
        invalidate(queryClient, client.accountSecurity.sessions),
        invalidate(queryClient, client.accountSecurity.events),
      ]);
    },
  });
  return { asked, setAsked, end };
};

/** The sessions of the account; each other one can be signed out. */
export const SessionList = () => {
  const { data, error, refetch } = useEndpoint(client.accountSecurity.sessions, {});
  const { asked, setAsked, end } = useEnding();
  const list = useRef<HTMLUListElement>(null);
  useFocusAfterRemoval(list);
  if (data === undefined)
    return error ? (
      <SectionError
        error={error}
        title="로그인한 기기를 불러오지 못했습니다"
        offline="로그인한 기기는 연결되면 볼 수 있어요."
        onRetry={() => void refetch()}
      />
    ) : (
      <Box role="status" aria-busy aria-label="로그인한 기기를 불러오는 중">
        <Skeleton width="70%" />
        <Skeleton width="90%" />
      </Box>
    );
  return (
    <>
      <Box
        component="ul"
        ref={list}
        tabIndex={-1}
        aria-label="로그인한 기기 목록"
        sx={{ m: 0, p: 0, listStyle: "none" }}
      >
        {data.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setAsked(session)} />
        ))}
      </Box>
      {data.length === 1 ? (
        <Typography variant="body2" color="textSecondary">
          다른 기기에서는 로그인되어 있지 않아요.
        </Typography>
      ) : null}
      <ConfirmDialog
        isOpen={asked !== undefined}
        title="이 기기를 로그아웃할까요?"
        description={`${deviceLabel(asked?.device ?? null)}에서 바로 로그아웃돼요. 모르는 기기라면 비밀번호도 바꿔주세요.`}
        confirmLabel="로그아웃"
        pendingLabel="로그아웃하는 중..."
        isDestructive
        isPending={end.isPending}
        onConfirm={() => {
          if (asked) end.mutate({ params: { sessionId: asked.id } });
        }}
        onCancel={() => setAsked(undefined)}
      />
    </>
  );
};
