import ChevronLeftRounded from "@mui/icons-material/ChevronLeftRounded";
import ChevronRightRounded from "@mui/icons-material/ChevronRightRounded";
import { addressOf } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { client } from "../../../client/client.ts";
import { useEndpoint } from "../../../client/queries.ts";
import { messageOf } from "../../../components/failure.ts";

/** Where a file is in the evidence of a report. */
export interface FilePlace {
  reportId: string;
  index: number;
  /** Of an earlier version: its number. */
  version: number | undefined;
}

/** The place as calls take it. */
export const inputOf = ({ reportId, index, version }: FilePlace) => ({
  params: { reportId, index: String(index) },
  ...(version === undefined ? {} : { query: { version: String(version) } }),
});

const Trouble = ({ text, onRetry }: { text: string; onRetry: () => void }) => (
  <Alert
    severity="error"
    action={
      <Button color="inherit" size="small" onClick={onRetry}>
        다시 시도
      </Button>
    }
  >
    {text}
  </Alert>
);

/** Starts over with each page: no other page's picture is shown under its number. */
const PagePicture = ({ place, page }: { place: FilePlace; page: number }) => {
  const { params, ...asked } = inputOf(place);
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  if (state === "failed")
    return (
      <Trouble
        text={`${page}쪽을 불러오지 못했습니다. 잠시 후 다시 시도하거나 다운로드해 확인해주세요.`}
        onRetry={() => setState("loading")}
      />
    );
  return (
    <Box aria-busy={state === "loading"} sx={{ display: "grid" }}>
      {state === "loading" ? (
        <Skeleton variant="rounded" sx={{ width: "100%", height: "auto", aspectRatio: "210 / 297" }} />
      ) : null}
      <Box
        component="img"
        src={addressOf(client.evidences.filePage.contract, {
          params: { ...params, page: String(page) },
          ...asked,
        })}
        alt={`${page}쪽`}
        onLoad={() => setState("shown")}
        onError={() => setState("failed")}
        sx={
          state === "loading"
            ? { position: "absolute", width: 1, height: 1, opacity: 0 }
            : { width: "100%", borderRadius: "8px", border: "1px solid", borderColor: "divider" }
        }
      />
    </Box>
  );
};

interface PagingProps {
  page: number;
  count: number;
  onTurn: (page: number) => void;
}

const Paging = ({ page, count, onTurn }: PagingProps) => (
  <Box sx={{ display: "flex", alignItems: "center", justifyContent: "center", gap: 1 }}>
    <IconButton aria-label="이전 쪽" disabled={page === 1} onClick={() => onTurn(page - 1)}>
      <ChevronLeftRounded />
    </IconButton>
    <Typography variant="body2" role="status" sx={{ minWidth: "5rem", textAlign: "center" }}>
      {page} / {count}쪽
    </Typography>
    <IconButton aria-label="다음 쪽" disabled={page === count} onClick={() => onTurn(page + 1)}>
      <ChevronRightRounded />
    </IconButton>
  </Box>
);

/** The pages of a PDF as pictures, one at a time, also of a scanned one. */
export const EvidencePages = ({ place }: { place: FilePlace }) => {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useEndpoint(client.evidences.filePages, inputOf(place), {
    staleTime: Infinity,
  });
  if (error) return <Trouble text={messageOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={320} />;
  return (
    <Box role="group" aria-label="파일의 쪽" sx={{ display: "grid", gap: 1, position: "relative" }}>
      <Paging page={page} count={data.count} onTurn={setPage} />
      <PagePicture key={page} place={place} page={page} />
      <Typography variant="body2" color="textSecondary">
        파일에 들어 있지 않은 글꼴은 그려지지 않아요. 빈 곳이 있으면 글 읽기로도 확인해주세요.
      </Typography>
    </Box>
  );
};
