import Box from "@mui/material/Box";
import MuiLink from "@mui/material/Link";
import type { Availability } from "./availability.ts";

const colors = {
  none: "text.secondary",
  checking: "text.secondary",
  available: "success.main",
  taken: "error.main",
  failed: "error.main",
} as const satisfies Record<Availability["state"], string>;

/** Whether a name is free, under its field; read out when it changes. */
export const VerdictText = ({ verdict, otherwise = "" }: { verdict: Availability; otherwise?: string }) => (
  <Box component="span" role="status" sx={{ color: colors[verdict.state] }}>
    {verdict.message || otherwise}
    {verdict.state === "failed" ? (
      <MuiLink
        component="button"
        type="button"
        variant="body2"
        underline="always"
        onClick={verdict.retry}
        sx={{ ml: 1 }}
      >
        다시 확인
      </MuiLink>
    ) : null}
  </Box>
);
