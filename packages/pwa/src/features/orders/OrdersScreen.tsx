import ReceiptLongOutlined from "@mui/icons-material/ReceiptLongOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import { client } from "@knowhow/ui/client/client.ts";
import { usePagedEndpoint } from "@knowhow/ui/client/queries.ts";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";
import { LoadMore } from "@knowhow/ui/components/LoadMore.tsx";
import { useLazyDialog } from "@knowhow/ui/components/useLazyDialog.ts";
import { PageTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { MemberOnly } from "@knowhow/ui/features/layout/MemberOnly.tsx";
import { OrderRow } from "./OrderRow.tsx";
import { loadRefundDialog, refundDialogFailure } from "./refundRules.ts";

const title = "구매 내역";

const Waiting = () => (
  <Box role="status" aria-busy aria-label={`${title}을 불러오는 중`} sx={{ display: "grid", gap: 2 }}>
    {[1, 2, 3].map((row) => (
      <Skeleton key={row} variant="rounded" height={168} />
    ))}
  </Box>
);

const Orders = () => {
  const pages = usePagedEndpoint(client.orders.list, {});
  const list = useRef<HTMLUListElement>(null);
  const [orderNumber, setOrderNumber] = useState<string>();
  const { Dialog, props } = useLazyDialog("refund", loadRefundDialog, refundDialogFailure);
  if (pages.items === undefined)
    return pages.error ? (
      <ErrorState
        error={pages.error}
        title="구매 내역을 불러오지 못했습니다"
        component="h2"
        onRetry={() => void pages.refetch()}
        unconnected={{
          title: "구매 내역은 아직 이 기기에 없어요",
          description: "연결되면 저절로 보여요.",
        }}
      />
    ) : (
      <Waiting />
    );
  if (pages.items.length === 0)
    return (
      <EmptyState
        icon={ReceiptLongOutlined}
        component="h2"
        title="아직 구매 내역이 없어요"
        description="구매하면 영수증과 환불 상태를 여기에서 볼 수 있어요."
        action={
          <Button component={Link} to="/market" variant="contained">
            마켓 둘러보기
          </Button>
        }
      />
    );
  return (
    <div>
      <Card>
        <Box component="ul" ref={list} aria-label={title} sx={{ m: 0, p: 0, listStyle: "none" }}>
          {pages.items.map((order) => (
            <OrderRow
              key={order.orderNumber}
              order={order}
              onRefund={() => {
                setOrderNumber(order.orderNumber);
                props.onOpen();
              }}
            />
          ))}
        </Box>
      </Card>
      <LoadMore pages={pages} list={list} />
      {Dialog && orderNumber !== undefined ? <Dialog {...props} orderNumber={orderNumber} /> : null}
    </div>
  );
};

/** /orders: all purchases of the user, refunded ones too, newest first. */
export const OrdersScreen = () => (
  <MemberOnly skeleton={<Waiting />} isForSuspended>
    {() => (
      <Box sx={{ display: "grid", gap: { xs: 2, md: 3 }, maxWidth: 760, mx: "auto" }}>
        <PageTitle title={title} description="환불한 주문도 영수증과 함께 남아 있어요." />
        <Orders />
      </Box>
    )}
  </MemberOnly>
);
