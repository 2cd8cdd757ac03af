import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Typography from "@mui/material/Typography";
import { Section } from "./OrderSummary.tsx";
import { payWays, type PayWay } from "./payWay.ts";

interface PayWaysProps {
  way: PayWay;
  onChange: (way: PayWay) => void;
}

/** The choice of a card or an easy-pay service. */
export const PayWays = ({ way, onChange }: PayWaysProps) => (
  <Section title="결제 방법">
    <RadioGroup
      aria-label="결제 방법"
      value={way}
      onChange={(_, value) => {
        const chosen = payWays.find(({ code }) => code === value);
        if (chosen) onChange(chosen.code);
      }}
      sx={{
        display: "grid",
        gap: 1,
        gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 13rem), 1fr))",
      }}
    >
      {payWays.map(({ code, label, hint }) => (
        <FormControlLabel
          key={code}
          value={code}
          control={<Radio />}
          label={
            <Box component="span" sx={{ display: "grid" }}>
              <Typography component="span" variant="subtitle2">
                {label}
              </Typography>
              <Typography component="span" variant="body2" color="textSecondary">
                {hint}
              </Typography>
            </Box>
          }
          sx={{
            m: 0,
            pl: 0.5,
            pr: 1.5,
            py: 0.75,
            minHeight: 60,
            borderRadius: "12px",
            border: "1px solid",
            borderColor: code === way ? "primary.main" : "divider",
          }}
        />
      ))}
    </RadioGroup>
  </Section>
);
