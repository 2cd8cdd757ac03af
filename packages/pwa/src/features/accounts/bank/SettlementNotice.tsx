import AutorenewRounded from "@mui/icons-material/AutorenewRounded";
import { feePercent, refundDays } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";

/** Tells that the money of a sale comes to the seller automatically. */
export const SettlementNotice = () => (
  <Box
    component="aside"
    aria-labelledby="settlement-notice"
    sx={{
      display: "flex",
      gap: 2,
      p: { xs: 2, md: 3 },
      borderRadius: "12px",
      bgcolor: "color-mix(in srgb, var(--kh-palette-primary-main) 8%, transparent)",
    }}
  >
    <AutorenewRounded aria-hidden sx={{ color: "primary.main", mt: 0.25 }} />
    <Box sx={{ display: "grid", gap: 0.5 }}>
      <Typography id="settlement-notice" variant="h4" component="h2">
        자동 정산 안내
      </Typography>
      <Typography color="textSecondary">
        구매자가 결제하면 따로 신청하지 않아도 자동으로 정산됩니다. 판매가에서 수수료 {feePercent}%를 뺀
        금액이 환불 기간 {refundDays}일이 지난 뒤 등록된 계좌로 입금됩니다.
      </Typography>
    </Box>
  </Box>
);
