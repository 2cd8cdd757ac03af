import type { Content, TrialExtent, TrialPart } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import ButtonBase from "@mui/material/ButtonBase";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useState, type ReactNode } from "react";
import { useSearchParams } from "react-router-dom";
import { client } from "@knowhow/ui/client/client.ts";
import { useMe } from "@knowhow/ui/client/session.ts";
import { sanctionOf } from "@knowhow/ui/features/accounts/sanction.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { isConnectionError } from "@knowhow/ui/components/failure.ts";
import { useLazyDialog } from "@knowhow/ui/components/useLazyDialog.ts";
import { isReadable } from "../reading/readable.ts";
import { PagePicture } from "./PagePicture.tsx";
import { MarkedText } from "./MarkedText.tsx";
import { extentText, partName } from "./trialWords.ts";

const loadTrialDialog = async () => (await import("./TrialDialog.tsx")).TrialDialog;
const loadChoiceDialog = async () => (await import("./TrialChoiceDialog.tsx")).TrialChoiceDialog;

/** Width and height of a part on the page: as much as a sheet of paper, in any file. */
const sheet = { width: "9.5rem", height: "13.4rem" } as const;

interface PartProps {
  name: string;
  part: TrialPart;
  words: string;
  onOpen: () => void;
}

const Part = ({ name, part, words, onOpen }: PartProps) => (
  <ButtonBase
    onClick={onOpen}
    aria-label={`${name} 미리 읽기`}
    sx={{ display: "grid", gap: 0.75, width: sheet.width, textAlign: "left", borderRadius: 1 }}
  >
    <Box
      component="span"
      sx={{
        ...sheet,
        display: "block",
        overflow: "hidden",
        border: "1px solid",
        borderColor: "divider",
        borderRadius: 1,
        bgcolor: "background.paper",
      }}
    >
      {part.src === undefined ? (
        <Box
          component="span"
          sx={{
            display: "block",
            p: 1.25,
            fontSize: "0.75rem",
            lineHeight: 1.6,
            whiteSpace: "pre-wrap",
            overflowWrap: "anywhere",
            color: "text.secondary",
          }}
        >
          {(part.text ?? "").slice(0, 400)}
        </Box>
      ) : (
        <PagePicture
          src={part.src}
          alt=""
          isBare
          sx={{ width: "100%", height: "100%", objectFit: "contain", objectPosition: "top" }}
        />
      )}
    </Box>
    <Typography
      component="span"
      variant="body2"
      color="textSecondary"
      sx={{ overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" }}
    >
      {name}
    </Typography>
    {part.found === undefined ? null : (
      <Typography component="span" variant="body2" sx={{ overflowWrap: "anywhere" }}>
        <MarkedText text={part.found} words={words} />
      </Typography>
    )}
  </ButtonBase>
);

const Strip = ({ children, label }: { children: ReactNode; label: string }) => (
  <Box
    component="ul"
    aria-label={label}
    sx={{
      display: "flex",
      gap: 1.5,
      // Room for the focus ring.
      m: -0.5,
      p: 0.5,
      listStyle: "none",
      overflowX: "auto",
      overscrollBehaviorX: "contain",
      "& > li": { flex: "none" },
    }}
  >
    {children}
  </Box>
);

const StripSkeleton = () => (
  <Box
    role="status"
    aria-label="미리 읽기를 불러오는 중"
    sx={{ display: "flex", gap: 1.5, overflow: "hidden" }}
  >
    {[0, 1, 2].map((key) => (
      <Box key={key} sx={{ flex: "none", display: "grid", gap: 0.75 }}>
        <Skeleton variant="rounded" sx={sheet} />
        <Skeleton width="70%" sx={{ typography: "body2" }} />
      </Box>
    ))}
  </Box>
);

const Heading = ({ action }: { action?: ReactNode }) => (
  <Box sx={{ mb: 1.5 }}>
    <Box
      sx={{ display: "flex", alignItems: "center", justifyContent: "space-between", gap: 1, minHeight: 44 }}
    >
      <Typography variant="h2" id="trial-title">
        미리 읽기
      </Typography>
      {action}
    </Box>
    <Typography color="textSecondary">구매하기 전에 누구나 읽어볼 수 있는 부분이에요.</Typography>
  </Box>
);

const ChoiceButton = ({ content }: { content: Content }) => {
  const { Dialog, isLoading, props } = useLazyDialog(
    "trial-choice",
    loadChoiceDialog,
    "미리 읽기 화면을 불러오지 못했습니다",
  );
  return (
    <>
      <Button onClick={props.onOpen} loading={isLoading}>
        고르기
      </Button>
      {Dialog ? <Dialog {...props} contentId={content.id} /> : null}
    </>
  );
};

/** How much of the whole may be read, of each file. */
const Extents = ({ content, files }: { content: Content; files: readonly TrialExtent[] }) => (
  <Typography component="p" color="textSecondary" sx={{ mb: 1.5, mt: -1 }}>
    {files
      .filter(({ open }) => open > 0)
      .map((extent) =>
        files.length > 1
          ? `${content.fileNames[extent.fileIndex] ?? "파일"} ${extentText(extent)}`
          : extentText(extent),
      )
      .join(" · ")}
  </Typography>
);

/** The parts with the words of a search come first. */
const byFound = (parts: readonly TrialPart[]): TrialPart[] =>
  parts.toSorted((one, other) => Number(other.found !== undefined) - Number(one.found !== undefined));

/** What everyone may read before paying; nothing where there is none, as of links and archives. */
export const TrialSection = ({ content }: { content: Content }) => {
  // Of other files there is nothing to read: no place is kept for it.
  const mayHave = !content.isExternalLink && content.fileNames.some(isReadable);
  const words = useSearchParams()[0].get("words")?.trim() ?? "";
  const { data, error, refetch } = useEndpoint(
    client.trials.get,
    { params: { id: content.id }, ...(words === "" ? {} : { query: { q: words } }) },
    { enabled: mayHave },
  );
  const [first, setFirst] = useState(0);
  const { Dialog, props } = useLazyDialog("trial", loadTrialDialog, "미리 읽기 화면을 불러오지 못했습니다");
  const parts = data?.parts ?? [];
  const { user } = useMe();
  const canChoose = content.isOwner && sanctionOf(user) === undefined;
  if (!mayHave || (data && parts.length === 0 && !canChoose)) return null;
  return (
    <Box component="section" aria-labelledby="trial-title" sx={{ minWidth: 0 }}>
      <Heading action={canChoose ? <ChoiceButton content={content} /> : null} />
      {data ? (
        parts.length === 0 ? (
          <Typography color="textSecondary">아직 미리 읽을 수 있는 부분이 없어요.</Typography>
        ) : (
          <>
            <Extents content={content} files={data.files} />
            {words === "" || parts.every(({ found }) => found === undefined) ? null : (
              <Typography role="status" sx={{ mb: 1 }}>
                검색한 말이 나오는 부분을 먼저 보여드려요.
              </Typography>
            )}
            <Strip label="미리 읽을 수 있는 부분">
              {byFound(parts).map((part) => (
                <li key={`${part.fileIndex} ${part.page ?? 0}`}>
                  <Part
                    name={partName(content, part)}
                    part={part}
                    words={words}
                    onOpen={() => {
                      setFirst(parts.indexOf(part));
                      props.onOpen();
                    }}
                  />
                </li>
              ))}
            </Strip>
          </>
        )
      ) : error ? (
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
          <Typography color="textSecondary">
            {isConnectionError(error) ? "연결되면 미리 읽을 수 있어요." : "미리 읽기를 불러오지 못했어요."}
          </Typography>
          <Button size="small" onClick={() => void refetch()}>
            다시 시도
          </Button>
        </Box>
      ) : (
        <StripSkeleton />
      )}
      {Dialog ? (
        <Dialog
          {...props}
          content={content}
          parts={parts}
          files={data?.files ?? []}
          words={words}
          first={first}
        />
      ) : null}
    </Box>
  );
};
