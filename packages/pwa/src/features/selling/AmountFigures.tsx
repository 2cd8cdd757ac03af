import { feePercent, formatWon, isAllowedPrice } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { amountOf, priceOf, readTypedPrice, type PriceBasis } from "@knowhow/ui/device/drafts/priceRules.ts";

interface FigureProps {
  label: string;
  value: string;
  note: string;
  isStrong?: boolean;
}

const Figure = ({ label, value, note, isStrong = false }: FigureProps) => (
  <Box
    sx={{
      minWidth: 0,
      p: 1.5,
      display: "grid",
      // On a phone one line for each figure, the amount at the right.
      gridTemplateAreas: { xs: '"label value" "note value"', sm: '"label" "value" "note"' },
      columnGap: 1,
      alignItems: "center",
    }}
  >
    <Typography component="dt" variant="body2" color="text.secondary" sx={{ gridArea: "label" }}>
      {label}
    </Typography>
    <Typography
      component="dd"
      variant="subtitle1"
      sx={{
        m: 0,
        gridArea: "value",
        justifySelf: { xs: "end", sm: "start" },
        fontVariantNumeric: "tabular-nums",
        whiteSpace: "nowrap",
        fontWeight: 750,
        color: isStrong ? "primary.main" : "text.primary",
      }}
    >
      {value}
    </Typography>
    <Typography component="dd" variant="body2" color="text.secondary" sx={{ m: 0, gridArea: "note" }}>
      {note}
    </Typography>
  </Box>
);

/** The price, the buyer's total and the seller's share, while the price is typed. */
export const AmountFigures = ({ price: typed }: { price: unknown }) => {
  const price = priceOf(typed);
  const { basis } = readTypedPrice(typed);
  const isWhole = price !== undefined && Number.isSafeInteger(price) && price >= 0;
  // From a price that is not allowed no other amount follows: only the typed one is shown.
  const show = (name: PriceBasis) =>
    isWhole && (name === basis || isAllowedPrice(price)) ? formatWon(amountOf(name, price)) : "-";
  return (
    <Box
      component="dl"
      aria-live="polite"
      sx={{
        display: "grid",
        gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(3, minmax(0, 1fr))" },
        m: 0,
        borderRadius: "12px",
        bgcolor: "background.default",
        border: "1px solid",
        borderColor: "divider",
        "& > div + div": {
          borderLeft: { sm: "1px solid" },
          borderTop: { xs: "1px solid", sm: "none" },
          borderColor: { xs: "divider", sm: "divider" },
        },
      }}
    >
      <Figure label="판매가" value={show("price")} note="수수료를 더하거나 빼기 전 금액" />
      <Figure label="구매자 결제액" value={show("buyer")} note={`구매 수수료 ${feePercent}% 포함`} />
      <Figure isStrong label="정산 예정액" value={show("seller")} note={`판매 수수료 ${feePercent}% 제외`} />
    </Box>
  );
};
