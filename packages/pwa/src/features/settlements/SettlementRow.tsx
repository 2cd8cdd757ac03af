import { formatWon, isNetted, type Settlement } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { memo, useState, type SyntheticEvent } from "react";
import { MoneyPath } from "./MoneyPath.tsx";
import { payoutDayOf } from "@knowhow/ui/features/settlements/payoutDay.ts";
import { sellerHoldOf } from "@knowhow/ui/features/settlements/sellerHold.ts";
import { clawbackWords, reasonOf, settlementStatusOf } from "./settlementStatus.ts";

/** One settlement: amount, date, account, reason of a hold, and the steps of its money. */
export const SettlementRow = memo(({ settlement }: { settlement: Settlement }) => {
  const { contentTitle, amount, orderNumber, bankName, accountNumber } = settlement;
  const { clawbackAmount, recoveredAmount, closedAmount } = settlement;
  const clawback = clawbackWords(settlement);
  const { label, color } = settlementStatusOf(settlement);
  const account = isNetted(settlement)
    ? undefined
    : bankName
      ? `${bankName} ${accountNumber ?? ""}`
      : "등록된 계좌 없음";
  const reason = reasonOf(settlement);
  const [isOpen, setIsOpen] = useState(false);
  const handleToggle = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) =>
    setIsOpen(currentTarget.open);
  return (
    <Box
      component="li"
      sx={{
        display: "grid",
        gap: 0.5,
        py: 2,
        // Hundreds of rows may be listed, of which a few are visible.
        contentVisibility: "auto",
        containIntrinsicSize: "auto 176px",
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
        {payoutDayOf(settlement)}
        {account === undefined ? "" : ` · ${account}`}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
        주문번호 {orderNumber}
      </Typography>
      {[reason, sellerHoldOf(settlement)].map((words) =>
        words ? (
          <Typography key={words} variant="body2" color="warning" sx={{ overflowWrap: "anywhere" }}>
            {words}
          </Typography>
        ) : null,
      )}
      {clawback === undefined ? null : (
        <Typography
          variant="body2"
          color={recoveredAmount + closedAmount < clawbackAmount ? "warning" : "textSecondary"}
        >
          {clawback}
        </Typography>
      )}
      <details onToggle={handleToggle}>
        <Typography component="summary" variant="body2" sx={{ py: 1, cursor: "pointer", fontWeight: 600 }}>
          결제부터 입금까지
        </Typography>
        {isOpen ? (
          <Box sx={{ p: 1.5, borderRadius: "12px", bgcolor: "background.default" }}>
            <MoneyPath settlement={settlement} />
          </Box>
        ) : null}
      </details>
    </Box>
  );
});
SettlementRow.displayName = "SettlementRow";
