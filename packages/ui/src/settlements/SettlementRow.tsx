import { formatWon, type Settlement } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { dayOf, reasonOf, standingOf } from "./standing.ts";

/** What one sale brings: how much, when, where to, and what keeps it. */
export const SettlementRow = ({ settlement }: { settlement: Settlement }) => {
  const { contentTitle, amount, orderNumber, bankName, accountNumber } = settlement;
  const { label, color } = standingOf(settlement);
  const reason = reasonOf(settlement);
  return (
    <Box
      component="li"
      sx={{
        display: "grid",
        gap: 0.5,
        py: 2,
        "&:not(:last-of-type)": { borderBottom: "1px solid", borderColor: "divider" },
      }}
    >
      <Box sx={{ display: "flex", alignItems: "flex-start", justifyContent: "space-between", gap: 1.5 }}>
        <Typography variant="subtitle1" component="h3" sx={{ minWidth: 0 }}>
          {contentTitle}
        </Typography>
        <Chip size="small" variant="outlined" color={color} label={label} sx={{ flex: "none" }} />
      </Box>
      <Typography variant="h4" component="p" sx={{ fontVariantNumeric: "tabular-nums" }}>
        {formatWon(amount)}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {dayOf(settlement)}
        {bankName ? ` · ${bankName} ${accountNumber ?? ""}` : " · 등록된 계좌 없음"}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
        주문번호 {orderNumber}
      </Typography>
      {reason ? (
        <Typography variant="body2" color="warning">
          {reason}
        </Typography>
      ) : null}
    </Box>
  );
};
