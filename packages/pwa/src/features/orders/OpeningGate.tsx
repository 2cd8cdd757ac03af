import type { OwnPurchase } from "@knowhow/shared";
import Box from "@mui/material/Box";
import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from "react";
import { ConfirmDialog } from "@knowhow/ui/components/ConfirmDialog.tsx";
import { refundRules } from "./refundRules.ts";
import { refundStatusOf } from "./refundStatus.ts";

/** Opens something of a purchase, or asks first whether it may be opened. */
type Open = (purchase: OwnPurchase | undefined, open: () => void) => void;

const OpeningContext = createContext<Open>((_, open) => open());

/** Opens a purchase after the notice that the first opening ends the refund by rule. */
export const useOpeningGate = (): Open => useContext(OpeningContext);

/** Warns before the first opening of a paid purchase that it ends the refund by rule; once for each purchase. */
export const OpeningGate = ({ children }: { children: ReactNode }) => {
  const [asked, setAsked] = useState<{ orderNumber: string; open: () => void }>();
  const [isOpen, setIsOpen] = useState(false);
  const agreed = useRef(new Set<string>());
  const ask = useCallback<Open>((purchase, open) => {
    const isLast = purchase && refundStatusOf(purchase)?.state === "available";
    if (!isLast || agreed.current.has(purchase.orderNumber)) {
      open();
      return;
    }
    setAsked({ orderNumber: purchase.orderNumber, open });
    setIsOpen(true);
  }, []);
  const handleConfirm = () => {
    setIsOpen(false);
    if (!asked) return;
    agreed.current.add(asked.orderNumber);
    asked.open();
  };
  return (
    <OpeningContext value={ask}>
      {children}
      <ConfirmDialog
        isOpen={isOpen}
        title="처음 여는 콘텐츠예요"
        description={
          <Box sx={{ display: "grid", gap: 1 }}>
            <span>{refundRules.opened}</span>
            <span>{refundRules.opening}</span>
          </Box>
        }
        confirmLabel="열기"
        cancelLabel="나중에"
        onConfirm={handleConfirm}
        onCancel={() => setIsOpen(false)}
      />
    </OpeningContext>
  );
};
