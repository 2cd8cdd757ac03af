import { formatBuyerPrice } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Typography, { type TypographyProps } from "@mui/material/Typography";

interface PriceTextProps {
  /** The seller's price in won; the shown price is the buyer's. */
  price: number;
  variant?: TypographyProps["variant"];
  /** Says beside the price that no fee comes on top. */
  hasFeeNote?: boolean;
}

/** The one price that buyers see: the total with the fee, or 무료. */
export const PriceText = ({ price, variant = "subtitle1", hasFeeNote = false }: PriceTextProps) => (
  <Typography
    variant={variant}
    component="p"
    sx={{
      color: "secondary.main",
      fontWeight: 750,
      fontVariantNumeric: "tabular-nums",
      // A number is never broken in two.
      overflowWrap: "normal",
    }}
  >
    {formatBuyerPrice(price)}
    {hasFeeNote && price > 0 ? (
      // As a block it may stand below a long price.
      <Box
        component="span"
        sx={{ display: "inline-block", typography: "body2", color: "text.secondary", ml: 0.75 }}
      >
        수수료 포함
      </Box>
    ) : null}
  </Typography>
);
