import ReceiptLongOutlined from "@mui/icons-material/ReceiptLongOutlined";
import Box from "@mui/material/Box";
import { useState } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { usePagedEndpoint } from "@knowhow/ui/client/queries.ts";
import { useLazyDialog } from "@knowhow/ui/components/useLazyDialog.ts";
import { PageTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { MemberOnly } from "@knowhow/ui/features/layout/MemberOnly.tsx";
import { PagedRows, RowsSkeleton } from "@knowhow/ui/client/PagedRows.tsx";
import { OrderRow } from "./OrderRow.tsx";
import { loadRefundDialog, refundDialogFailure } from "./refundRules.ts";

const frame = { title: "구매 내역", rowHeight: 168 };

const Orders = () => {
  const pages = usePagedEndpoint(client.orders.list, {});
  const [orderNumber, setOrderNumber] = useState<string>();
  const { Dialog, props } = useLazyDialog("refund", loadRefundDialog, refundDialogFailure);
  return (
    <>
      <PagedRows
        {...frame}
        pages={pages}
        empty={{
          icon: ReceiptLongOutlined,
          title: "아직 구매 내역이 없어요",
          description: "구매하면 영수증과 환불 상태를 여기에서 볼 수 있어요.",
        }}
      >
        {(order) => (
          <OrderRow
            key={order.orderNumber}
            order={order}
            onRefund={() => {
              setOrderNumber(order.orderNumber);
              props.onOpen();
            }}
          />
        )}
      </PagedRows>
      {Dialog && orderNumber !== undefined ? <Dialog {...props} orderNumber={orderNumber} /> : null}
    </>
  );
};

/** /orders: all purchases of the user, refunded ones too, newest first. */
export const OrdersScreen = () => (
  <MemberOnly skeleton={<RowsSkeleton {...frame} />} isForSuspended>
    {() => (
      <Box sx={{ display: "grid", gap: { xs: 2, md: 3 }, maxWidth: 760, mx: "auto" }}>
        <PageTitle title={frame.title} description="환불한 주문도 영수증과 함께 남아 있어요." />
        <Orders />
      </Box>
    )}
  </MemberOnly>
);
