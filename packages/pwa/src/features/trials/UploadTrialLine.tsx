import { hasPages, minShare, proposeTrial, shareTrouble, type UploadTrial } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { isConnectionError } from "@knowhow/ui/components/failure.ts";
import { useLazyDialog } from "@knowhow/ui/components/useLazyDialog.ts";
import type { ChoiceFile } from "./FileChoice.tsx";
import { extentText } from "./trialWords.ts";

const loadDialog = async () => (await import("./UploadTrialDialog.tsx")).UploadTrialDialog;

/** Pages in few words: `1–3, 7쪽`. */
const pagesText = (pages: readonly number[]): string => {
  const runs: [number, number][] = [];
  for (const page of pages) {
    const last = runs.at(-1);
    if (last && last[1] === page - 1) last[1] = page;
    else runs.push([page, page]);
  }
  return `${runs.map(([from, to]) => (from === to ? from : `${from}–${to}`)).join(", ")}쪽`;
};

const Line = ({ children, act, isTrouble }: { children: string; act?: ReactNode; isTrouble?: boolean }) => (
  <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1 }}>
    <Typography
      variant="body2"
      component="span"
      role="status"
      color={isTrouble ? "warning.main" : "textSecondary"}
    >
      {children}
    </Typography>
    {act}
  </Box>
);

const Chosen = ({ objectId, file, share }: { objectId: string; file: ChoiceFile; share: UploadTrial }) => {
  const { Dialog, isLoading, props } = useLazyDialog(
    "upload-trial",
    loadDialog,
    "미리 읽기 화면을 불러오지 못했습니다",
  );
  const isWrong = share.isChosen && shareTrouble(file, share) !== undefined;
  const { pages, characters } = isWrong ? proposeTrial(file) : share;
  const open = hasPages(file) ? pages.length : characters;
  const extent = extentText({ ...file, open });
  const what = hasPages(file) && pages.length > 0 ? `${pagesText(pages)} (${extent})` : extent;
  if (share.isInUse)
    return <Line>이미 등록한 콘텐츠의 파일이에요. 미리 읽을 부분은 그 콘텐츠 화면에서 고를 수 있어요.</Line>;
  return (
    <>
      <Line
        isTrouble={isWrong}
        act={
          <Button
            size="small"
            onClick={props.onOpen}
            loading={isLoading}
            aria-label={`${file.fileName} 미리 읽기 고르기`}
          >
            고르기
          </Button>
        }
      >
        {isWrong
          ? `고른 부분이 이 가격에는 맞지 않아 제안한 ${what}이 미리 읽기로 보여요.`
          : open === 0
            ? "미리 읽기 없음"
            : `미리 읽기: ${what}${share.isChosen ? "" : " · 제안"}`}
      </Line>
      {Dialog ? <Dialog {...props} objectId={objectId} file={file} share={share} /> : null}
    </>
  );
};

interface UploadTrialLineProps {
  objectId: string;
  fileName: string;
  price: number;
}

/** What everyone will read of an uploaded file before paying, and the way to choose it. */
export const UploadTrialLine = ({ objectId, fileName, price }: UploadTrialLineProps) => {
  const { data, error, isFetching, refetch } = useEndpoint(client.trials.upload, { params: { objectId } });
  if (data) {
    if (data.unit === "none")
      return <Line>이 파일은 미리 읽게 할 수 없어요. 미리보기 이미지와 소개로 보여주세요.</Line>;
    const { unit, total, tables } = data;
    return (
      <Chosen
        objectId={objectId}
        file={{ fileName, unit, total, tables, min: minShare(data, price) }}
        share={data}
      />
    );
  }
  if (!error || isFetching) return <Line>미리 읽을 부분을 준비하고 있어요</Line>;
  return (
    <Line
      act={
        <Button size="small" onClick={() => void refetch()}>
          다시 시도
        </Button>
      }
    >
      {isConnectionError(error)
        ? "연결되면 미리 읽을 부분을 고를 수 있어요."
        : "미리 읽을 부분을 불러오지 못했어요."}
    </Line>
  );
};
