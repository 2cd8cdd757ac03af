import { formatWon, type Receipt } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import MuiLink from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Link } from "react-router-dom";
import { rowActs } from "../../components/ScrollList.tsx";
import { CategoryBadge } from "@knowhow/ui/components/CategoryBadge.tsx";
import { formatDate } from "@knowhow/ui/components/format.ts";
import { orderStateOf } from "./orderState.ts";
import { RefundAct, RefundLine } from "./RefundNotice.tsx";
import { refundStatusOf } from "./refundStatus.ts";

/** One order: content, time and amount, the state of its refund with the buyer's act, its receipt. */
export const OrderRow = ({ order, onRefund }: { order: Receipt; onRefund: () => void }) => {
  const { content, amount, orderNumber, paidAt, createdAt } = order;
  const { label, color } = orderStateOf(order);
  const status = refundStatusOf(order);
  return (
    <Box
      component="li"
      sx={{
        display: "grid",
        gap: 0.75,
        p: { xs: 2, md: 3 },
        // Hundreds of rows may be listed, of which a few are visible.
        contentVisibility: "auto",
        containIntrinsicSize: "auto 200px",
        "& + &": { borderTop: "1px solid", borderColor: "divider" },
      }}
    >
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
        <Chip size="small" variant="outlined" color={color} label={label} />
        <CategoryBadge category={content.category} />
      </Box>
      <Box sx={{ display: "flex", alignItems: "baseline", justifyContent: "space-between", gap: 2 }}>
        <MuiLink
          component={Link}
          to={`/content/${content.id}`}
          color="text.primary"
          variant="subtitle1"
          underline="hover"
          sx={{ minWidth: 0, overflowWrap: "anywhere" }}
        >
          {content.title}
        </MuiLink>
        <Typography
          variant="subtitle1"
          component="p"
          sx={{ flex: "none", fontVariantNumeric: "tabular-nums" }}
        >
          {amount === 0 ? "무료" : formatWon(amount)}
        </Typography>
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
        {content.mentorNickname} · {formatDate(paidAt ?? createdAt)} ·{" "}
        <Box component="span" sx={{ display: "inline-block", maxWidth: "100%" }}>
          주문번호 {orderNumber}
        </Box>
      </Typography>
      <RefundLine facts={order} orderNumber={orderNumber} />
      <Box sx={{ display: "flex", flexWrap: "wrap", ...rowActs }}>
        <Button
          component={Link}
          to={`/orders/${orderNumber}`}
          size="small"
          aria-label={`${content.title} 영수증 보기`}
        >
          영수증
        </Button>
        {status ? (
          <RefundAct orderNumber={orderNumber} title={content.title} status={status} onRequest={onRefund} />
        ) : null}
      </Box>
    </Box>
  );
};
