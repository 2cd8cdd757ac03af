import { amountsOf, formatWon, type OwnContent } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import MuiLink from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Link } from "react-router-dom";
import { CategoryBadge } from "@knowhow/ui/components/CategoryBadge.tsx";
import { ContentCounters } from "../../components/ContentCard.tsx";
import { ContentCover } from "../../components/ContentCover.tsx";
import { pictureSizes } from "@knowhow/ui/client/pictures.ts";
import { resumptionWords } from "../orders/pauseWords.ts";
import { SaleStateButton } from "../contents/SaleStateButton.tsx";
import { rowActs, ScrollListRow } from "../../components/ScrollList.tsx";

/** The three figures of a price side by side, so that sellers see how it is shared. */
const Figures = ({ price }: { price: number }) => {
  const { totalAmount, sellerAmount } = amountsOf(price);
  const figures = [
    ["판매가", price],
    ["구매자 결제액", totalAmount],
    ["정산 예정액", sellerAmount],
  ] as const;
  return (
    <Box component="dl" sx={{ display: "flex", flexWrap: "wrap", columnGap: 2, rowGap: 0.25, m: 0 }}>
      {figures.map(([label, amount]) => (
        <Box
          key={label}
          sx={{ display: "flex", gap: 0.5, typography: "body2", fontVariantNumeric: "tabular-nums" }}
        >
          <Box component="dt" sx={{ color: "text.secondary" }}>
            {label}
          </Box>
          <Box component="dd" sx={{ m: 0, fontWeight: 650 }}>
            {formatWon(amount)}
          </Box>
        </Box>
      ))}
    </Box>
  );
};

interface OwnContentRowProps {
  content: OwnContent;
  canEdit: boolean;
  onDelete: () => void;
}

/** One content of the seller: its price, its revenue, and its actions. */
export const OwnContentRow = ({ content, canEdit, onDelete }: OwnContentRowProps) => (
  <ScrollListRow cover={<ContentCover content={content} sizes={pictureSizes.row} />}>
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
      <CategoryBadge category={content.category} />
      {content.state === "hidden" ? (
        <Chip size="small" color="warning" variant="outlined" label="관리자가 숨김" />
      ) : null}
      {content.state === "paused" ? <Chip size="small" variant="outlined" label="판매 멈춤" /> : null}
    </Box>
    {content.state === "paused" ? (
      <Typography variant="body2" color="textSecondary">
        {resumptionWords(content)}
      </Typography>
    ) : null}
    {content.state === "hidden" && content.hiddenReason !== null ? (
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
        사유: {content.hiddenReason}
      </Typography>
    ) : null}
    <MuiLink
      component={Link}
      to={`/content/${content.id}`}
      color="text.primary"
      variant="subtitle2"
      underline="hover"
      sx={{ overflowWrap: "anywhere" }}
    >
      {content.title}
    </MuiLink>
    {content.price === 0 ? (
      <Typography variant="body2" sx={{ fontWeight: 650 }}>
        무료
      </Typography>
    ) : (
      <Figures price={content.price} />
    )}
    <ContentCounters content={content} />
    <Typography variant="body2" color="textSecondary" sx={{ fontVariantNumeric: "tabular-nums" }}>
      누적 수익{" "}
      <Box component="strong" sx={{ color: "text.primary" }}>
        {formatWon(content.totalRevenue)}
      </Box>
    </Typography>
    <Box sx={{ display: "flex", flexWrap: "wrap", ...rowActs }}>
      <Button
        component={Link}
        to={`/content/${content.id}`}
        size="small"
        aria-label={`${content.title} 보기`}
      >
        보기
      </Button>
      {canEdit ? (
        <Button
          component={Link}
          to={`/edit-content/${content.id}`}
          size="small"
          aria-label={`${content.title} 수정`}
        >
          수정
        </Button>
      ) : null}
      <SaleStateButton content={content} isOneOfMany size="small" />
      <Button size="small" color="error" onClick={onDelete} aria-label={`${content.title} 삭제`}>
        삭제
      </Button>
    </Box>
  </ScrollListRow>
);
