import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { formatBytes } from "@knowhow/ui/components/format.ts";
import { freeableOf, keptBytesOf } from "@knowhow/ui/device/drafts/draftPhase.ts";
import { entriesOf, type Draft } from "@knowhow/ui/device/drafts/draft.ts";
import type { Drafts } from "@knowhow/ui/device/drafts/drafts.ts";

interface StorageProps {
  drafts: Drafts;
  rows: readonly Draft[];
}

/** Less than a tenth of the room left is little. */
const isNearlyFull = (used: number, quota: number): boolean => quota > 0 && used > quota * 0.9;

const Fact = ({ name, bytes }: { name: string; bytes: number }) => (
  <Box sx={{ display: "flex", flexWrap: "wrap", justifyContent: "space-between", columnGap: 2 }}>
    <Box component="dt" sx={{ color: "text.secondary" }}>
      {name}
    </Box>
    <Box component="dd" sx={{ m: 0, fontVariantNumeric: "tabular-nums" }}>
      {formatBytes(bytes)}
    </Box>
  </Box>
);

interface PromisedProps {
  drafts: Drafts;
  isPersisted: boolean;
  onAsked: () => unknown;
}

const Promised = ({ drafts, isPersisted, onAsked }: PromisedProps) => {
  const asking = useMutation({ mutationFn: () => drafts.persist(), onSettled: onAsked });
  if (isPersisted)
    return (
      <Typography variant="body2" color="textSecondary" role="status">
        브라우저가 이 기기의 글과 파일을 지우지 않기로 약속했어요.
      </Typography>
    );
  return (
    <Box sx={{ display: "grid", gap: 1, justifyItems: "start" }}>
      <Typography variant="body2" color="textSecondary" role="status">
        {asking.isError || asking.data === false
          ? "브라우저가 아직 약속하지 않았어요. 앱을 설치하거나 자주 이용하면 허용될 수 있어요."
          : "기기의 저장 공간이 모자라면 브라우저가 지울 수도 있어요."}
      </Typography>
      <Button size="small" variant="outlined" loading={asking.isPending} onClick={() => asking.mutate()}>
        지우지 않도록 요청
      </Button>
    </Box>
  );
};

/** The room used on this device, how much may be freed, and whether the browser keeps it. */
export const DraftsScreenStorage = ({ drafts, rows }: StorageProps) => {
  const id = useId();
  // Read again whenever a file came or went.
  const entries = rows.flatMap(entriesOf).map(({ key, isKept, objectPath }) => [key, isKept, objectPath]);
  const usage = useQuery({
    queryKey: ["room of drafts", entries],
    queryFn: drafts.room,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const { data: room, isError } = usage;
  const reload = () => usage.refetch();
  const freeing = useMutation({ mutationFn: () => drafts.free(), onSettled: reload });
  const sumOf = (count: (draft: Draft) => number) => rows.reduce((sum, draft) => sum + count(draft), 0);
  const freeable = sumOf(freeableOf);
  const inDrafts = sumOf(keptBytesOf);
  // The browser's own figure is updated late.
  const used = Math.max(room?.used ?? 0, inDrafts);
  return (
    <Card
      component="section"
      aria-labelledby={id}
      sx={{ p: { xs: 2, md: 2.5 }, display: "grid", gap: 1.5, minWidth: 0 }}
    >
      <Typography id={id} variant="h4" component="h2">
        이 기기의 저장 공간
      </Typography>
      {isError ? (
        <Box role="alert" sx={{ display: "grid", gap: 1, justifyItems: "start" }}>
          <Typography variant="body2">저장 공간을 확인하지 못했습니다.</Typography>
          <Button size="small" variant="outlined" onClick={() => void reload()}>
            다시 시도
          </Button>
        </Box>
      ) : room ? (
        <>
          {isNearlyFull(used, room.quota) ? (
            <Alert severity="warning" role="note">
              <AlertTitle>저장 공간이 거의 찼어요</AlertTitle>
              올린 파일의 기기 사본을 지우거나 필요 없는 글을 삭제하면 새 파일을 보관할 수 있어요. 보관하지
              못한 파일은 창을 열어 두면 바로 업로드돼요.
            </Alert>
          ) : null}
          {room.quota > 0 ? (
            <LinearProgress
              variant="determinate"
              value={Math.min(100, (used / room.quota) * 100)}
              aria-label="이 기기의 저장 공간 사용량"
              sx={{ height: 8, borderRadius: 4 }}
            />
          ) : null}
          <Box component="dl" sx={{ m: 0, display: "grid", gap: 0.5, typography: "body1" }}>
            <Fact name="사용 중" bytes={used} />
            {room.quota > 0 ? <Fact name="쓸 수 있는 공간" bytes={room.quota} /> : null}
            <Fact name="작성 중인 글의 파일" bytes={inDrafts} />
          </Box>
          {freeable > 0 ? (
            <Box sx={{ display: "grid", gap: 1, justifyItems: "start" }}>
              <Typography variant="body2" color="textSecondary">
                서버에 올라간 파일은 이 기기에서 지워도 글에 그대로 남아요.
              </Typography>
              <Button
                size="small"
                variant="outlined"
                loading={freeing.isPending}
                onClick={() => freeing.mutate()}
                sx={{ whiteSpace: "normal" }}
              >
                올린 파일의 사본 {formatBytes(freeable)} 비우기
              </Button>
            </Box>
          ) : null}
          <Promised drafts={drafts} isPersisted={room.isPersisted} onAsked={reload} />
        </>
      ) : (
        <Typography variant="body2" color="textSecondary" role="status">
          확인하는 중
        </Typography>
      )}
    </Card>
  );
};
