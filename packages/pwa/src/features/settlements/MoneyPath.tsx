import { formatWon, type Settlement } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { moneyPathOf, type MoneyStep } from "./moneyPath.ts";

const colors: Record<MoneyStep["tone"], string> = {
  done: "success.main",
  waiting: "primary.main",
  stopped: "warning.main",
};

/** The path of an order's money from the buyer's card to the seller's account, step by step. */
export const MoneyPath = ({ settlement }: { settlement: Settlement }) => (
  <Box
    component="ol"
    aria-label="주문 금액의 흐름"
    sx={{ m: 0, p: 0, listStyle: "none", display: "grid", gap: 1 }}
  >
    {moneyPathOf(settlement).map(({ label, amount, note, tone }, at) => (
      <Box
        // A label may occur twice, and steps are only added.
        key={`${at} ${label}`}
        component="li"
        sx={{
          display: "grid",
          gridTemplateColumns: "12px minmax(0, 1fr) auto",
          columnGap: 1.25,
          alignItems: "baseline",
        }}
      >
        <Box aria-hidden sx={{ width: 10, height: 10, borderRadius: "50%", bgcolor: colors[tone] }} />
        <Typography variant="body2" sx={{ fontWeight: 650 }}>
          {label}
        </Typography>
        <Typography variant="body2" sx={{ fontVariantNumeric: "tabular-nums", fontWeight: 650 }}>
          {amount === undefined ? "" : formatWon(amount)}
        </Typography>
        {note ? (
          <Typography
            variant="body2"
            color="textSecondary"
            sx={{ gridColumn: "2 / -1", overflowWrap: "anywhere" }}
          >
            {note}
          </Typography>
        ) : null}
      </Box>
    ))}
  </Box>
);
