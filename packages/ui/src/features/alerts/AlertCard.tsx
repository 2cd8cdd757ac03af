import { alertLabel, type Alert as Call } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { KeyCap } from "../admin/triage/KeySheet.tsx";
import { formatDateTime } from "../../components/format.ts";
import type { Act } from "./ActDialog.tsx";
import { factsOf, isNamed } from "./words.ts";

/** Whether an alert can be resolved by retrying its payout. */
export const canPayAgain = ({ kind, resolvedAt }: Call): boolean =>
  kind === "PAYOUT_FAILED" && resolvedAt === null;

interface AlertCardProps {
  call: Call;
  /** Whether the keys act on this one. */
  isCurrent: boolean;
  onAct: (act: Act) => void;
}

/** One alert with its possible acts. */
export const AlertCard = ({ call, isCurrent, onAct }: AlertCardProps) => {
  const facts = factsOf(call);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isCurrent) card.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);
  return (
    <Card
      ref={card}
      aria-current={isCurrent ? "true" : undefined}
      sx={{
        p: 2,
        display: "grid",
        gap: 1,
        "&[aria-current]": { outline: "2px solid", outlineColor: "primary.main" },
      }}
    >
      <Typography variant="h4" component="h2">
        {alertLabel(call.kind)}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {isNamed(call) ? null : `${call.subject} · `}
        <time dateTime={call.createdAt}>{formatDateTime(call.createdAt)}</time>
      </Typography>
      {facts.length === 0 ? null : (
        <Box
          component="dl"
          sx={{ m: 0, display: "grid", gridTemplateColumns: "max-content 1fr", columnGap: 2, rowGap: 0.25 }}
        >
          {facts.map(({ name, label, value }) => (
            <Box key={name} sx={{ display: "contents" }}>
              <Typography component="dt" variant="body2" color="textSecondary">
                {label}
              </Typography>
              <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: "anywhere" }}>
                {value}
              </Typography>
            </Box>
          ))}
        </Box>
      )}
      {call.resolvedAt === null ? (
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
          {canPayAgain(call) ? (
            <Button
              variant="contained"
              onClick={() => onAct("payAgain")}
              endIcon={isCurrent ? <KeyCap label="P" isHint /> : null}
            >
              다시 지급
            </Button>
          ) : null}
          {call.kind === "PAID_ORDER_PART_CANCELLED" || call.kind === "REFUND_REFUSED" ? (
            <Button component={Link} to={`/payouts?q=${encodeURIComponent(call.subject)}`} variant="outlined">
              정산 보기
            </Button>
          ) : null}
          {call.kind === "REFUND_OVERDUE" || call.kind === "REFUND_REFUSED" ? (
            <Button component={Link} to="/refunds" variant="outlined">
              환불 보기
            </Button>
          ) : null}
          <Button
            endIcon={isCurrent ? <KeyCap label="E" isHint /> : null}
            variant={canPayAgain(call) ? "outlined" : "contained"}
            onClick={() => onAct("resolve")}
          >
            확인하기
          </Button>
        </Box>
      ) : (
        <Typography variant="body2" sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {formatDateTime(call.resolvedAt)} 확인: {call.note}
        </Typography>
      )}
    </Card>
  );
};
