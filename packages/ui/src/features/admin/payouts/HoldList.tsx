import type { SettlementHold } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { formatDateTime } from "../../../components/format.ts";

const labels: Record<SettlementHold["kind"], string> = {
  manual: "관리자 보류",
  seller: "멘토 전체 보류",
  refusedRefund: "결제사가 거절한 환불",
  partCancel: "결제사의 일부 취소",
  report: "사기 신고",
};

const lineOf = ({ kind, reason, at }: SettlementHold): string =>
  `${labels[kind]}${at === null ? "" : ` · ${formatDateTime(at)}`}${reason === null ? "" : ` · ${reason}`}`;

/** Holds of a payout, each with its kind, time and reason. */
export const HoldList = ({ holds }: { holds: readonly SettlementHold[] }) =>
  holds.length === 0 ? null : (
    <Box component="ul" aria-label="보류 사유" sx={{ m: 0, pl: 2.5, maxHeight: 200, overflowY: "auto" }}>
      {holds.map((hold) => (
        <Typography key={hold.id} component="li" variant="body2" sx={{ overflowWrap: "anywhere" }}>
          {lineOf(hold)}
        </Typography>
      ))}
    </Box>
  );
