import AutoStoriesOutlined from "@mui/icons-material/AutoStoriesOutlined";
import DownloadRounded from "@mui/icons-material/DownloadRounded";
import OpenInNewRounded from "@mui/icons-material/OpenInNewRounded";
import { isPublicContent, type BoughtContent } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import ButtonBase, { type ButtonBaseProps } from "@mui/material/ButtonBase";
import Chip from "@mui/material/Chip";
import MuiLink from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Link } from "react-router-dom";
import { CategoryBadge } from "@knowhow/ui/components/CategoryBadge.tsx";
import { ContentCover } from "../../components/ContentCover.tsx";
import { formatDate } from "@knowhow/ui/components/format.ts";
import { pictureSizes } from "@knowhow/ui/client/pictures.ts";
import { readerPath, readingKindOf } from "../reading/readingKind.ts";
import { useDownload } from "../contents/useDownload.ts";
import { RefundAct, RefundLine } from "../orders/RefundNotice.tsx";
import { isRefunding, refundStatusOf } from "../orders/refundStatus.ts";
import { percentOf, type KeepProgress } from "../vault/keepPhase.ts";
import { rowActs, ScrollListRow } from "../../components/ScrollList.tsx";

const LinkButton = ({ content: { id, title, purchase } }: { content: BoughtContent }) => (
  <Button
    component="a"
    {...useDownload({ contentId: id, index: 0, isExternalLink: true, purchase })}
    target="_blank"
    rel="noopener noreferrer"
    size="small"
    variant="outlined"
    startIcon={<OpenInNewRounded />}
    aria-label={`${title} 외부 링크 열기 (새 창)`}
    sx={{ justifySelf: "start", whiteSpace: "normal" }}
  >
    외부 링크 열기
  </Button>
);

/** Reacts to the keyboard also without an address; the same element keeps the focus once it has one. */
const PressableAnchor = (props: ButtonBaseProps<"a">) => (
  <ButtonBase {...props} component="a" disableRipple />
);

interface FileLinkProps {
  content: BoughtContent;
  index: number;
  name: string;
}

const FileLink = ({ content: { id, purchase }, index, name }: FileLinkProps) => (
  <MuiLink
    component={PressableAnchor}
    {...useDownload({ contentId: id, index, isExternalLink: false, purchase })}
    download
    aria-label={`${name} 다운로드`}
    sx={{ display: "inline-flex", alignItems: "flex-start", gap: 0.75, py: 0.5, overflowWrap: "anywhere" }}
  >
    <DownloadRounded aria-hidden sx={{ fontSize: "1.35em", flex: "none" }} />
    {name}
  </MuiLink>
);

const ReadLink = ({ content: { id }, index, name }: FileLinkProps) =>
  readingKindOf(name) ? (
    <Button
      component={Link}
      to={readerPath(id, index)}
      size="small"
      startIcon={<AutoStoriesOutlined />}
      aria-label={`${name} 읽기`}
    >
      읽기
    </Button>
  ) : null;

const Downloads = ({ content }: { content: BoughtContent }) =>
  content.isExternalLink ? (
    <LinkButton content={content} />
  ) : (
    <Box
      component="ul"
      aria-label={`${content.title} 파일`}
      sx={{ display: "grid", gap: 0.25, m: 0, p: 0, listStyle: "none" }}
    >
      {content.fileNames.map((name, index) => (
        <Box
          component="li"
          key={`${index} ${name}`}
          sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1 }}
        >
          <FileLink content={content} index={index} name={name} />
          <ReadLink content={content} index={index} name={name} />
        </Box>
      ))}
    </Box>
  );

const keptWords = (kept: KeepProgress): string => {
  if (kept.phase === "kept") return "기기에 보관됨";
  return kept.isWaiting ? "보관 기다리는 중" : `기기에 ${percentOf(kept)}%`;
};

const KeptChip = ({ kept }: { kept: KeepProgress | undefined }) =>
  kept === undefined || kept.phase === "none" ? null : (
    <Chip size="small" variant="outlined" label={keptWords(kept)} />
  );

/** One content of the library: its files, its receipt, the link to its room. */
export const BoughtContentRow = ({
  content,
  kept,
  onReceipt,
  onRefund,
}: {
  content: BoughtContent;
  /** How far its files are on this device; not told in lists without. */
  kept?: KeepProgress | undefined;
  onReceipt: () => void;
  onRefund: () => void;
}) => {
  const status = content.purchase && refundStatusOf(content.purchase);
  return (
    <ScrollListRow cover={<ContentCover content={content} sizes={pictureSizes.row} />}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
        <CategoryBadge category={content.category} />
        {content.purchase?.hasNewVersion ? <Chip size="small" color="primary" label="새 버전" /> : null}
        <KeptChip kept={kept} />
        {isPublicContent(content) ? null : <Chip size="small" variant="outlined" label="판매 종료" />}
      </Box>
      <MuiLink
        component={Link}
        to={`/content/${content.id}`}
        color="text.primary"
        variant="subtitle2"
        underline="hover"
        sx={{ overflowWrap: "anywhere" }}
      >
        {content.title}
      </MuiLink>
      <Typography variant="body2" color="textSecondary">
        <MuiLink component={Link} to={`/mentors/${content.sellerId}`} color="inherit" underline="hover">
          {content.mentorNickname}
        </MuiLink>
        {content.purchasedAt ? ` · ${formatDate(content.purchasedAt)} 구매` : ""}
      </Typography>
      {isRefunding(content.purchase) ? null : <Downloads content={content} />}
      {content.purchase ? <RefundLine facts={content.purchase} orderNumber={content.orderNumber} /> : null}
      <Box sx={{ display: "flex", flexWrap: "wrap", ...rowActs }}>
        <Button size="small" onClick={onReceipt} aria-label={`${content.title} 영수증 보기`}>
          영수증
        </Button>
        {content.chatRoomId ? (
          <Button
            component={Link}
            to={`/chat/${content.chatRoomId}`}
            size="small"
            aria-label={`${content.title} 멘토와 채팅`}
          >
            멘토와 채팅
          </Button>
        ) : null}
        {status ? (
          <RefundAct
            orderNumber={content.orderNumber}
            title={content.title}
            status={status}
            onRequest={onRefund}
          />
        ) : null}
      </Box>
    </ScrollListRow>
  );
};
