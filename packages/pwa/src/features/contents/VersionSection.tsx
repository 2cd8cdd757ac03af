import { fileExtensions, type Content, type ContentVersion } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";
import { invalidate, useEndpoint } from "@knowhow/ui/client/queries.ts";
import { formatDate } from "@knowhow/ui/components/format.ts";
import { extensionOf } from "@knowhow/ui/device/drafts/fileRules.ts";
import { FileRow } from "./FileList.tsx";

const titleId = "versions-title";

/** Uploaded files always have an extension of their kind; a link is called by its host. */
const isLink = ({ fileNames }: ContentVersion): boolean =>
  fileNames.length === 1 && !fileExtensions.some((known) => known === extensionOf(fileNames[0] ?? ""));

interface VersionRowProps {
  content: Content;
  version: ContentVersion;
  isNewest: boolean;
  /** It came since the buyer looked last. */
  isNew: boolean;
}

const VersionRow = ({ content, version, isNewest, isNew }: VersionRowProps) => {
  const { number, note, at, fileNames } = version;
  const old = { id: content.id, purchase: content.purchase, isExternalLink: isLink(version) };
  return (
    <Box
      component="li"
      sx={{ py: 1.5, "& + &": { borderTop: "1px solid", borderColor: "divider" } }}
      aria-label={`버전 ${number}`}
    >
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1, px: 2 }}>
        <Typography component="h3" variant="subtitle2">
          버전 {number}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {formatDate(at)}
        </Typography>
        {isNew ? <Chip size="small" color="primary" label="새 버전" /> : null}
        {isNewest && !isNew ? <Chip size="small" variant="outlined" label="지금 버전" /> : null}
      </Box>
      {note === null ? null : (
        <Typography sx={{ px: 2, mt: 0.5, whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {note}
        </Typography>
      )}
      {isNewest ? (
        <Typography variant="body2" color="textSecondary" sx={{ px: 2, mt: 0.5, overflowWrap: "anywhere" }}>
          {fileNames.join(", ")}
        </Typography>
      ) : (
        <Box
          component="ul"
          aria-label={`버전 ${number} 파일`}
          sx={{ m: 0, mt: 0.5, p: 0, listStyle: "none" }}
        >
          {fileNames.map((name, index) => (
            <FileRow
              key={`${index} ${name}`}
              content={old}
              index={index}
              name={name}
              version={number}
              isOpen
            />
          ))}
        </Box>
      )}
    </Box>
  );
};

/** The versions of a content that one may download: what changed, and the files of older ones. */
export const VersionSection = ({ content }: { content: Content }) => {
  const { id, purchase } = content;
  const queryClient = useQueryClient();
  // Reading them says that the buyer knows of the newest: asked each time.
  const { data, error, refetch } = useEndpoint(
    client.contents.versions,
    { params: { id } },
    { refetchOnMount: "always" },
  );
  const [hasNew, setHasNew] = useState(false);
  if (purchase?.hasNewVersion && !hasNew) setHasNew(true);
  const isTold = hasNew && data !== undefined;
  useEffect(() => {
    if (isTold) void invalidate(queryClient, client.contents.bought);
  }, [isTold, queryClient]);
  return (
    <Box component="section" aria-labelledby={titleId}>
      <Typography variant="h2" id={titleId} sx={{ mb: 1.5 }}>
        버전
      </Typography>
      {data ? (
        <Box
          component="ul"
          aria-labelledby={titleId}
          sx={{
            ...{ m: 0, p: 0, listStyle: "none", borderRadius: "12px" },
            ...{ border: "1px solid", borderColor: "divider", bgcolor: "background.paper" },
          }}
        >
          {data.versions.map((version, place) => (
            <VersionRow
              key={version.number}
              content={content}
              version={version}
              isNewest={place === 0}
              isNew={place === 0 && hasNew}
            />
          ))}
        </Box>
      ) : error ? (
        <ErrorState
          error={error}
          title="버전을 불러오지 못했습니다"
          onRetry={() => void refetch()}
          unconnected={{ title: "버전은 아직 이 기기에 없어요", description: "연결되면 저절로 열려요." }}
        />
      ) : (
        <Skeleton variant="rounded" height={74} aria-label="버전을 불러오는 중" />
      )}
    </Box>
  );
};
