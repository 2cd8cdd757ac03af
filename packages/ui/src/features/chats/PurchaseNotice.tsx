import CheckCircleRounded from "@mui/icons-material/CheckCircleRounded";
import Box from "@mui/material/Box";

/** The notice above a purchase chat: for its two parties until it is over, for administrators who join them in any. */
export const PurchaseNotice = ({ isParty }: { isParty: boolean }) => (
  <Box
    role="note"
    sx={{
      display: "flex",
      alignItems: "flex-start",
      gap: 1,
      px: 2,
      py: 1.25,
      typography: "body2",
      color: "text.primary",
      bgcolor: "color-mix(in srgb, var(--kh-palette-success-main) 14%, var(--kh-palette-background-paper))",
      borderBottom: "1px solid",
      borderColor: "color-mix(in srgb, var(--kh-palette-success-main) 35%, transparent)",
    }}
  >
    <CheckCircleRounded aria-hidden sx={{ fontSize: "1.4em", flexShrink: 0, color: "success.main" }} />
    <span>
      {isParty
        ? "구매가 완료되었습니다. 콘텐츠 접근이나 이용 방법은 여기에서 물어보세요. 신고는 오른쪽 위 버튼을 이용해주세요."
        : "구매자와 멘토의 대화예요. 여기에 쓴 말은 두 사람 모두에게 관리자의 말로 보여요."}
    </span>
  </Box>
);
