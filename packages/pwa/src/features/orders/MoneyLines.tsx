import { amountsOf, formatWon } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";

const Line = ({ label, amount }: { label: string; amount: number }) => (
  <Box sx={{ display: "flex", justifyContent: "space-between", gap: 2 }}>
    <Typography component="dt" color="text.secondary">
      {label}
    </Typography>
    <Typography component="dd" sx={{ m: 0, fontVariantNumeric: "tabular-nums" }}>
      {formatWon(amount)}
    </Typography>
  </Box>
);

/** The amount and its parts; the total is the one price that was shown everywhere before. */
export const MoneyLines = ({ price }: { price: number }) => {
  const { buyerFee, totalAmount } = amountsOf(price);
  return (
    <Box component="dl" sx={{ display: "grid", gap: 1, m: 0 }}>
      <Line label="판매가" amount={price} />
      <Line label="수수료" amount={buyerFee} />
      <Box
        sx={{
          display: "flex",
          justifyContent: "space-between",
          alignItems: "baseline",
          gap: 2,
          flexWrap: "wrap",
          mt: 0.5,
          pt: 1.5,
          borderTop: "1px solid",
          borderColor: "divider",
        }}
      >
        <Typography component="dt" variant="subtitle1">
          총 결제 금액
        </Typography>
        <Typography
          component="dd"
          variant="h2"
          sx={{ m: 0, color: "secondary.main", fontVariantNumeric: "tabular-nums", textAlign: "right" }}
        >
          {price === 0 ? "무료" : formatWon(totalAmount)}{" "}
          {price === 0 ? null : (
            <Typography component="span" variant="body2" color="text.secondary" sx={{ ml: 0.75 }}>
              수수료 포함
            </Typography>
          )}
        </Typography>
      </Box>
    </Box>
  );
};
