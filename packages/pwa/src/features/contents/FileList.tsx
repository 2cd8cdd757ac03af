import { fileListId } from "../orders/fileListId.ts";
import DescriptionOutlined from "@mui/icons-material/DescriptionOutlined";
import DownloadRounded from "@mui/icons-material/DownloadRounded";
import AutoStoriesOutlined from "@mui/icons-material/AutoStoriesOutlined";
import LinkRounded from "@mui/icons-material/LinkRounded";
import LockOutlined from "@mui/icons-material/LockOutlined";
import OpenInNewRounded from "@mui/icons-material/OpenInNewRounded";
import type { Content } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { Link } from "react-router-dom";
import { readerPath, readingKindOf } from "../reading/readingKind.ts";
import { isRefunding } from "../orders/refundStatus.ts";
import { useDownload } from "./useDownload.ts";

interface FileRowProps {
  content: Pick<Content, "id" | "isExternalLink" | "purchase">;
  index: number;
  name: string;
  /** An older version; the newest where none is given. */
  version?: number;
}

/** The link to one file, or to the external link in its place. */
const FileButton = ({ content: { id, isExternalLink, purchase }, index, name, version }: FileRowProps) => {
  const link = useDownload({
    ...{ contentId: id, index, isExternalLink, purchase },
    ...(version === undefined ? {} : { version }),
  });
  return isExternalLink ? (
    <Button
      component="a"
      {...link}
      target="_blank"
      rel="noreferrer"
      variant="outlined"
      size="small"
      endIcon={<OpenInNewRounded />}
      aria-label={`${name} 열기 (새 창)`}
    >
      열기
    </Button>
  ) : (
    <Button
      component="a"
      {...link}
      download
      variant="outlined"
      size="small"
      startIcon={<DownloadRounded />}
      aria-label={`${name} 다운로드`}
    >
      다운로드
    </Button>
  );
};

/** The link to the reader, for a file that it knows. */
const ReadButton = ({ content: { id, isExternalLink }, index, name, version }: FileRowProps) =>
  isExternalLink || !readingKindOf(name) ? null : (
    <Button
      component={Link}
      to={readerPath(id, index, { version })}
      variant="contained"
      size="small"
      startIcon={<AutoStoriesOutlined />}
      aria-label={`${name} 읽기`}
    >
      읽기
    </Button>
  );

/** One file with its acts. */
export const FileRow = ({ isOpen, ...row }: FileRowProps & { isOpen: boolean }) => {
  const Icon = row.content.isExternalLink ? LinkRounded : DescriptionOutlined;
  return (
    <Box
      component="li"
      sx={{
        display: "flex",
        // In large text the buttons stand below the name, which they would leave the width of a letter.
        flexWrap: "wrap",
        alignItems: "center",
        gap: 1.5,
        px: 2,
        py: 1,
        minHeight: 56,
        "& + &": { borderTop: "1px solid", borderColor: "divider" },
      }}
    >
      <Box sx={{ flex: "1 1 5rem", minWidth: 0, display: "flex", alignItems: "center", gap: 1.5 }}>
        <Icon aria-hidden sx={{ color: "text.secondary" }} />
        <Typography sx={{ minWidth: 0, overflowWrap: "anywhere" }}>{row.name}</Typography>
      </Box>
      {isOpen ? (
        <Box sx={{ display: "flex", flexWrap: "wrap", justifyContent: "flex-end", gap: 1, ml: "auto" }}>
          <ReadButton {...row} />
          <FileButton {...row} />
        </Box>
      ) : (
        <LockOutlined
          titleAccess={
            isRefunding(row.content.purchase) ? "환불 진행 중이라 이용할 수 없음" : "구매 후 이용할 수 있음"
          }
          sx={{ color: "text.secondary" }}
        />
      )}
    </Box>
  );
};

/** The files of the content: names for everyone, downloads for users who may have them. */
export const FileList = ({ content, hasAccess }: { content: Content; hasAccess: boolean }) => (
  <Box
    component="section"
    id={fileListId}
    tabIndex={-1}
    aria-labelledby={`${fileListId}-title`}
    sx={{ outline: "none" }}
  >
    <Typography variant="h2" id={`${fileListId}-title`} sx={{ mb: 1.5 }}>
      {hasAccess ? "다운로드" : "구성"}
    </Typography>
    <Box
      component="ul"
      sx={{
        m: 0,
        p: 0,
        listStyle: "none",
        borderRadius: "12px",
        border: "1px solid",
        borderColor: "divider",
        bgcolor: "background.paper",
      }}
    >
      {Array.from({ length: Math.max(content.fileCount, 1) }, (_, index) => (
        <FileRow
          key={index}
          content={content}
          index={index}
          name={content.fileNames[index] ?? (content.isExternalLink ? "외부 링크" : `파일 ${index + 1}`)}
          isOpen={hasAccess}
        />
      ))}
    </Box>
    {content.isExternalLink && !isRefunding(content.purchase) ? (
      <Alert severity="info" role="note" sx={{ mt: 1.5 }}>
        클라우드 드라이브 링크로 제공되는 콘텐츠예요.{" "}
        {hasAccess
          ? "링크가 열리지 않거나 접근 권한이 필요하면 채팅으로 멘토에게 알려주세요."
          : "구매하면 링크가 열려요."}
      </Alert>
    ) : null}
  </Box>
);
