import { amountsOf, formatWon, isPublicContent, type Content } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { ConfirmDialog } from "@knowhow/ui/components/ConfirmDialog.tsx";
import { SaleStateButton } from "./SaleStateButton.tsx";
import { useRemoveContent } from "./useRemoveContent.ts";

/** The three figures of a sale as its seller sees them. */
const SaleFigures = ({ price }: { price: number }) => {
  const { totalAmount, sellerAmount } = amountsOf(price);
  const rows = [
    ["판매가", price],
    ["구매자 결제액", totalAmount],
    ["정산 예정액", sellerAmount],
  ] as const;
  return (
    <Box component="dl" sx={{ m: 0, display: "grid", gap: 0.75, fontVariantNumeric: "tabular-nums" }}>
      {rows.map(([name, amount]) => (
        <Box key={name} sx={{ display: "flex", justifyContent: "space-between" }}>
          <Typography component="dt" color="textSecondary">
            {name}
          </Typography>
          <Typography component="dd" sx={{ m: 0, fontWeight: 650 }}>
            {formatWon(amount)}
          </Typography>
        </Box>
      ))}
    </Box>
  );
};

const OwnerActs = ({ content }: { content: Content }) => {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useRemoveContent(content.id, () => void navigate("/market", { replace: true }));
  return (
    <>
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1 }}>
        <Button component={Link} to={`/edit-content/${content.id}`} variant="contained">
          수정하기
        </Button>
        <Button variant="outlined" color="error" onClick={() => setIsAsking(true)}>
          삭제하기
        </Button>
        <Box sx={{ gridColumn: "1 / -1", display: "grid", gap: 1 }}>
          <SaleStateButton content={content} variant="outlined" color="inherit" />
        </Box>
      </Box>
      <ConfirmDialog
        isOpen={isAsking}
        title="정말로 이 콘텐츠를 삭제하시겠습니까?"
        description="마켓에서 사라지고 되돌릴 수 없습니다. 이미 구매한 분은 계속 이용할 수 있습니다."
        confirmLabel="삭제"
        pendingLabel="삭제하는 중..."
        isDestructive
        isPending={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onError: () => setIsAsking(false) })}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
};

/** A content that is paused, or hidden by administrators, can still be edited and deleted by its seller. */
const isKept = (content: Content): boolean => isPublicContent(content) || content.state === "hidden";

/** In place of the purchase box, for the seller: figures, edit, delete; no actions once it has left the market. */
export const OwnerBox = ({ content }: { content: Content }) => (
  <Box sx={{ display: "grid", gap: 2 }}>
    <Typography variant="h4" component="p">
      {isKept(content) ? "내가 등록한 콘텐츠예요" : "내가 판매했던 콘텐츠예요"}
    </Typography>
    {content.price > 0 ? <SaleFigures price={content.price} /> : null}
    {isKept(content) ? <OwnerActs content={content} /> : null}
  </Box>
);
