import { maskEmail, maskPhoneNumber, type Content, type CurrentUser } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useId, type ReactNode } from "react";
import { Link as RouterLink } from "react-router-dom";
import { CategoryBadge } from "@knowhow/ui/components/CategoryBadge.tsx";
import { ContentCover } from "../../components/ContentCover.tsx";

/** A titled box of the payment page. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, md: 3 } }}>
      <Typography variant="h3" component="h2" id={id} sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      {children}
    </Card>
  );
};

/** The content that is being bought. */
export const OrderedContent = ({ content }: { content: Content }) => (
  <Section title="주문 정보">
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 2 }}>
      <Box
        sx={{
          width: { xs: 112, md: 152 },
          flexShrink: 0,
          borderRadius: "12px",
          overflow: "hidden",
          alignSelf: "start",
        }}
      >
        <ContentCover content={content} sizes="152px" isEager />
      </Box>
      <Box
        sx={{
          // In large text below the cover.
          flex: "1 1 7rem",
          minWidth: 0,
          display: "grid",
          gap: 0.5,
          alignContent: "start",
          justifyItems: "start",
        }}
      >
        <CategoryBadge category={content.category} />
        <Link
          component={RouterLink}
          to={`/content/${content.id}`}
          variant="subtitle1"
          underline="hover"
          color="text.primary"
          sx={{ overflowWrap: "anywhere" }}
        >
          {content.title}
        </Link>
        <Typography color="text.secondary">{content.mentorNickname} 멘토</Typography>
        <Typography variant="body2" color="text.secondary">
          {content.isExternalLink ? "외부 링크 제공" : `파일 ${content.fileCount}개`}
        </Typography>
      </Box>
    </Box>
  </Section>
);

const BuyerLine = ({ label, value }: { label: string; value: string }) => (
  <Box sx={{ display: "contents" }}>
    <Typography component="dt" color="text.secondary">
      {label}
    </Typography>
    <Typography component="dd" sx={{ m: 0, overflowWrap: "anywhere" }}>
      {value}
    </Typography>
  </Box>
);

/** The buyer, masked; the payment window gets the same in full. */
export const BuyerInfo = ({ buyer }: { buyer: CurrentUser }) => (
  <Section title="구매자 정보">
    <Box
      component="dl"
      sx={{ display: "grid", gridTemplateColumns: "auto 1fr", columnGap: 2, rowGap: 0.5, m: 0 }}
    >
      <BuyerLine label="이름" value={buyer.name} />
      <BuyerLine label="이메일" value={maskEmail(buyer.email)} />
      <BuyerLine label="전화번호" value={maskPhoneNumber(buyer.phoneNumber)} />
    </Box>
  </Section>
);
