import CreditScoreRounded from "@mui/icons-material/CreditScoreRounded";
import ForumRounded from "@mui/icons-material/ForumRounded";
import UploadFileRounded from "@mui/icons-material/UploadFileRounded";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";

const blurbs = [
  {
    icon: UploadFileRounded,
    title: "간편한 업로드",
    text: "파일이나 링크를 올리고 가격만 정하면 돼요.",
  },
  {
    icon: CreditScoreRounded,
    title: "안전한 결제",
    text: "카드 결제는 전자결제대행사 토스페이먼츠를 통해 처리돼요. 표시된 가격이 내는 금액의 전부예요.",
  },
  {
    icon: ForumRounded,
    title: "함께하는 커뮤니티",
    text: "구매하면 멘토와의 채팅방이 열려요. 댓글과 좋아요로 좋은 콘텐츠를 함께 찾아가요.",
  },
] as const;

/** Three reasons to trust the market. */
export const Blurbs = () => (
  <Box
    component="section"
    aria-label="노하우의 특징"
    sx={{ display: "grid", gridTemplateColumns: { md: "repeat(3, 1fr)" }, gap: { xs: 1.5, md: 3 } }}
  >
    {blurbs.map(({ icon: Icon, title, text }) => (
      <Box key={title} sx={{ display: "flex", gap: 2, px: { xs: 1, md: 2 } }}>
        <Box
          aria-hidden
          sx={{
            flex: "none",
            display: "grid",
            placeItems: "center",
            width: 44,
            height: 44,
            borderRadius: "12px",
            color: "primary.main",
            bgcolor: "color-mix(in srgb, var(--kh-palette-primary-main) 12%, transparent)",
          }}
        >
          <Icon />
        </Box>
        <Box>
          <Typography variant="h4" component="h2">
            {title}
          </Typography>
          <Typography color="textSecondary" sx={{ typography: { xs: "body2", md: "body1" } }}>
            {text}
          </Typography>
        </Box>
      </Box>
    ))}
  </Box>
);
