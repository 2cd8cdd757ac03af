import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { useId } from "react";
import { ReceiptBody } from "../orders/ReceiptBody.tsx";

interface ReceiptDialogProps {
  /** The shown purchase; it stays set while the dialog closes. */
  orderNumber: string | undefined;
  isOpen: boolean;
  onClose: () => void;
  onRefund: () => void;
}

/** The receipt of one purchase. */
export const ReceiptDialog = ({ orderNumber, isOpen, onClose, onRefund }: ReceiptDialogProps) => {
  const id = useId();
  return (
    <Dialog open={isOpen} onClose={onClose} maxWidth="xs" aria-labelledby={id}>
      <DialogTitle id={id}>영수증</DialogTitle>
      <DialogContent>
        {orderNumber === undefined ? null : <ReceiptBody orderNumber={orderNumber} onRefund={onRefund} />}
      </DialogContent>
      <DialogActions sx={{ p: 2, pt: 0 }}>
        <Button onClick={onClose}>닫기</Button>
      </DialogActions>
    </Dialog>
  );
};
