import SearchOffRounded from "@mui/icons-material/SearchOffRounded";
import { formatWon, type Receipt } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MuiLink from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import { Link } from "react-router-dom";
import { Facts, SectionError } from "../../components/Section.tsx";
import { useServerBack } from "@knowhow/ui/client/ErrorState.tsx";
import { client } from "@knowhow/ui/client/client.ts";
import { useEndpoint, usePagedEndpoint } from "@knowhow/ui/client/queries.ts";
import { CategoryBadge } from "@knowhow/ui/components/CategoryBadge.tsx";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { hasCode, isConnectionError } from "@knowhow/ui/components/failure.ts";
import { formatDateTime } from "@knowhow/ui/components/format.ts";
import { RefundNotice } from "./RefundNotice.tsx";

const isFree = ({ amount }: Receipt) => amount === 0;

const ReceiptFacts = ({ receipt }: { receipt: Receipt }) => (
  <Facts
    entries={[
      [
        "콘텐츠",
        <MuiLink key="content" component={Link} to={`/content/${receipt.content.id}`} color="textPrimary">
          {receipt.content.title}
        </MuiLink>,
      ],
      ["멘토", receipt.content.mentorNickname],
      ["카테고리", <CategoryBadge key="category" category={receipt.content.category} />],
      ["결제 금액", isFree(receipt) ? "무료" : `${formatWon(receipt.amount)} (수수료 포함)`],
      ...(receipt.paymentMethod ? [["결제 수단", receipt.paymentMethod] as const] : []),
      ["주문번호", receipt.orderNumber],
      ...(receipt.paidAt
        ? [[isFree(receipt) ? "받은 날" : "결제일", formatDateTime(receipt.paidAt)] as const]
        : []),
      ...(receipt.partCancels ?? []).map(
        ({ amount, at }, number) =>
          [
            `일부 취소${number === 0 ? "" : ` ${number + 1}`}`,
            `${formatWon(amount)} · ${formatDateTime(at)}`,
          ] as const,
      ),
    ]}
  />
);

interface ReceiptBodyProps {
  orderNumber: string;
  onRefund: () => void;
}

const Details = ({ receipt, onRefund }: { receipt: Receipt; onRefund: () => void }) => (
  <>
    <ReceiptFacts receipt={receipt} />
    <Box sx={{ mt: 2.5, "&:empty": { display: "none" } }}>
      <RefundNotice
        facts={receipt}
        orderNumber={receipt.orderNumber}
        title={receipt.content.title}
        onRequest={onRefund}
      />
    </Box>
    {receipt.receiptUrl ? (
      <Button
        href={receipt.receiptUrl}
        target="_blank"
        rel="noopener noreferrer"
        variant="outlined"
        sx={{ mt: 3 }}
      >
        {receipt.paymentMethod === "카드" ? "카드 매출전표" : "결제사 영수증"} 보기 (새 창)
      </Button>
    ) : null}
  </>
);

const Loading = () => (
  <div role="status" aria-busy aria-label="영수증을 불러오는 중">
    {[70, 40, 50, 60, 80].map((width) => (
      <Skeleton key={width} width={`${width}%`} height={32} />
    ))}
  </div>
);

/** A receipt that could not be read by itself; without a connection the one in the list of orders, which is kept. */
const Unread = ({
  error,
  onRetry,
  orderNumber,
  onRefund,
}: ReceiptBodyProps & { error: Error; onRetry: () => void }) => {
  const isCut = isConnectionError(error);
  const { items, isLoading } = usePagedEndpoint(client.orders.list, {}, { enabled: isCut });
  const listed = isCut ? items?.find((receipt) => receipt.orderNumber === orderNumber) : undefined;
  useServerBack(listed !== undefined, onRetry);
  if (listed) return <Details receipt={listed} onRefund={onRefund} />;
  if (isLoading) return <Loading />;
  return (
    <SectionError
      error={error}
      title="영수증을 불러오지 못했습니다"
      offline="이 영수증은 아직 이 기기에 없어요. 연결되면 볼 수 있어요."
      onRetry={onRetry}
    />
  );
};

/** The receipt of one purchase: amount, means of payment, and the state of its refund. */
export const ReceiptBody = (props: ReceiptBodyProps) => {
  const { orderNumber, onRefund } = props;
  const { data, error, refetch } = useEndpoint(client.orders.get, { params: { orderNumber } });
  if (hasCode(error, "NOT_FOUND"))
    return (
      <EmptyState
        role="alert"
        icon={SearchOffRounded}
        component="h2"
        title="주문을 찾을 수 없습니다"
        description="주문번호를 다시 확인하거나, 구매 내역에서 찾아보세요."
        action={
          <Button component={Link} to="/orders" variant="contained">
            구매 내역 보기
          </Button>
        }
      />
    );
  if (data) return <Details receipt={data} onRefund={onRefund} />;
  return error ? <Unread {...props} error={error} onRetry={() => void refetch()} /> : <Loading />;
};
