import AttachFileRounded from "@mui/icons-material/AttachFileRounded";
import FavoriteRounded from "@mui/icons-material/FavoriteRounded";
import LinkRounded from "@mui/icons-material/LinkRounded";
import ShoppingBagOutlined from "@mui/icons-material/ShoppingBagOutlined";
import StarRounded from "@mui/icons-material/StarRounded";
import VisibilityOutlined from "@mui/icons-material/VisibilityOutlined";
import type { SvgIconComponent } from "@mui/icons-material";
import { isPublicContent, type Content } from "@knowhow/shared";
import Box from "@mui/material/Box";
import MuiLink from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Link } from "react-router-dom";
import { CategoryBadge } from "@knowhow/ui/components/CategoryBadge.tsx";
import { formatCount, formatDate } from "@knowhow/ui/components/format.ts";
import { useDocumentTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { PriceText } from "@knowhow/ui/components/PriceText.tsx";
import { useIsDesk } from "@knowhow/ui/components/useIsDesk.ts";
import { ContentCover } from "../../components/ContentCover.tsx";
import { ProfileAvatar } from "../../components/ProfileAvatar.tsx";
import { ShareButton } from "../../components/ShareButton.tsx";
import { LikeButton } from "../likes/LikeButton.tsx";
import { ReportContentButton } from "../reports/ReportContentButton.tsx";
import { WishButton } from "../wishes/WishButton.tsx";

const Fact = ({ icon: Icon, children }: { icon: SvgIconComponent; children: string }) => (
  <Box component="li" sx={{ display: "inline-flex", alignItems: "center", gap: 0.5 }}>
    <Icon aria-hidden sx={{ fontSize: "1.2em" }} />
    {children}
  </Box>
);

const Facts = ({ content }: { content: Content }) => (
  <Box
    component="ul"
    sx={{
      display: "flex",
      flexWrap: "wrap",
      columnGap: { xs: 1.5, md: 2 },
      rowGap: 0.5,
      m: 0,
      p: 0,
      listStyle: "none",
      typography: "body2",
      color: "text.secondary",
      fontVariantNumeric: "tabular-nums",
    }}
  >
    <Fact icon={VisibilityOutlined}>{`조회 ${formatCount(content.viewCount)}`}</Fact>
    {content.isExternalLink ? (
      <Fact icon={LinkRounded}>외부 링크</Fact>
    ) : (
      <Fact icon={AttachFileRounded}>{`파일 ${content.fileCount}개`}</Fact>
    )}
    <Fact icon={ShoppingBagOutlined}>{`구매 ${formatCount(content.purchasesCount)}`}</Fact>
    {content.ratingCount > 0 ? (
      <Fact icon={StarRounded}>
        {content.ratingMean === null
          ? `후기 ${formatCount(content.ratingCount)}`
          : `평점 ${content.ratingMean.toFixed(1)} (${formatCount(content.ratingCount)})`}
      </Fact>
    ) : null}
    <Fact icon={FavoriteRounded}>{`좋아요 ${formatCount(content.likesCount)}`}</Fact>
  </Box>
);

/** The seller: picture or mark, and name. */
const Mentor = ({ content }: { content: Content }) => (
  <Box sx={{ display: "flex", alignItems: "center", gap: 1.25 }}>
    <ProfileAvatar
      id={content.sellerId}
      nickname={content.mentorNickname}
      image={content.mentorProfileImageUrl}
      size="2.5rem"
    />
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="body2" color="textSecondary">
        멘토
      </Typography>
      <MuiLink
        component={Link}
        to={`/mentors/${content.sellerId}`}
        color="inherit"
        variant="subtitle2"
        underline="hover"
        sx={{ display: "block", overflowWrap: "anywhere" }}
      >
        {content.mentorNickname}님
      </MuiLink>
    </Box>
  </Box>
);

const Dates = ({ content }: { content: Content }) => (
  <Typography variant="body2" color="textSecondary" component="p" sx={{ textAlign: "right" }}>
    등록일 <time dateTime={content.uploadTime}>{formatDate(content.uploadTime)}</time>
    {content.updatedAt === content.uploadTime ? null : (
      <>
        <br />
        수정일 <time dateTime={content.updatedAt}>{formatDate(content.updatedAt)}</time>
      </>
    )}
  </Typography>
);

const apart = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: 1,
} as const;

const coverFrame = { borderRadius: "12px", overflow: "hidden", border: "1px solid", borderColor: "divider" };

/** Top of the content page: category, title, seller and price. */
export const ContentHeading = ({ content }: { content: Content }) => {
  useDocumentTitle(content.title);
  // Once is enough: on a desk the box beside it shows the price to users who may still buy.
  const isDesk = useIsDesk();
  const isPricedBeside = isDesk && !content.hasPurchased && !content.isOwner;
  const facts = (
    <Box sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", alignContent: "start", gap: 1.5 }}>
      <Box sx={{ display: "grid", gap: 0.5 }}>
        <Box sx={apart}>
          <CategoryBadge category={content.category} />
          {content.hasPurchased && !content.isOwner ? <ReportContentButton content={content} /> : null}
        </Box>
        <Box sx={{ ...apart, minHeight: 44 }}>
          <Facts content={content} />
          {isPublicContent(content) ? (
            <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
              <LikeButton content={content} isWide />
              <WishButton content={content} isWide />
              <ShareButton title={content.title} path={`/content/${content.id}`} />
            </Box>
          ) : null}
        </Box>
      </Box>
      <Typography variant="h1">{content.title}</Typography>
      <Box sx={{ ...apart, columnGap: 2, pt: 1.5, borderTop: "1px solid", borderColor: "divider" }}>
        <Mentor content={content} />
        {isPricedBeside ? null : <PriceText price={content.price} variant="h2" hasFeeNote />}
        <Dates content={content} />
      </Box>
    </Box>
  );
  return isDesk ? (
    <Box component="header" sx={{ display: "grid", gridTemplateColumns: "15rem minmax(0, 1fr)", gap: 3 }}>
      <Box sx={{ alignSelf: "start", ...coverFrame }}>
        <ContentCover content={content} sizes="240px" isEager />
      </Box>
      {facts}
    </Box>
  ) : (
    <header>{facts}</header>
  );
};
