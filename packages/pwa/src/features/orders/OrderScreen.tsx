import ArrowBackRounded from "@mui/icons-material/ArrowBackRounded";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import { Link, useParams } from "react-router-dom";
import { useLazyDialog } from "@knowhow/ui/components/useLazyDialog.ts";
import { PageTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { MemberOnly } from "@knowhow/ui/features/layout/MemberOnly.tsx";
import { ReceiptBody } from "./ReceiptBody.tsx";
import { loadRefundDialog, refundDialogFailure } from "./refundRules.ts";

const Order = ({ orderNumber }: { orderNumber: string }) => {
  const { Dialog, props } = useLazyDialog("refund", loadRefundDialog, refundDialogFailure);
  return (
    <Box sx={{ display: "grid", gap: 2, maxWidth: 560, mx: "auto" }}>
      <Box>
        <Button component={Link} to="/orders" size="small" startIcon={<ArrowBackRounded />} sx={{ ml: -1 }}>
          구매 내역
        </Button>
        <PageTitle title="영수증" />
      </Box>
      <Card sx={{ p: { xs: 2, md: 3 } }}>
        <ReceiptBody orderNumber={orderNumber} onRefund={props.onOpen} />
      </Card>
      {Dialog ? <Dialog {...props} orderNumber={orderNumber} /> : null}
    </Box>
  );
};

/** /orders/{orderNumber}: the receipt of one order, with its refund. */
export const OrderScreen = () => {
  const { orderNumber = "" } = useParams();
  return (
    <MemberOnly skeleton={<Skeleton variant="rounded" height={320} />} isForSuspended>
      {() => <Order key={orderNumber} orderNumber={orderNumber} />}
    </MemberOnly>
  );
};
