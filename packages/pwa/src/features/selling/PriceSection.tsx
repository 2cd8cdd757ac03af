import { errors, type CurrentUser } from "@knowhow/shared";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import { useState } from "react";
import { useWatch, type UseFormReturn } from "react-hook-form";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { AmountFigures } from "./AmountFigures.tsx";
import { FormSection } from "./FormSection.tsx";
import { PriceField } from "./PriceField.tsx";
import {
  fieldValueOf,
  isFreePrice,
  isPaidPrice,
  priceForChoice,
  readTypedPrice,
} from "@knowhow/ui/device/drafts/priceRules.ts";
import type { SellingValues } from "@knowhow/ui/device/drafts/sellingForm.ts";

interface PriceSectionProps {
  form: UseFormReturn<SellingValues, unknown, SellingValues>;
  user: CurrentUser;
}

/** Whether a complete settlement account is saved. */
export const hasAccount = ({ bankName, accountNumber, accountHolder }: CurrentUser): boolean =>
  Boolean(bankName && accountNumber && accountHolder);

const choiceBox = {
  flex: "1 1 6rem",
  m: 0,
  pr: 2,
  borderRadius: "12px",
  border: "1px solid",
  borderColor: "divider",
  transition: "background-color 150ms, border-color 150ms",
  "&:has(input:checked)": {
    borderColor: "primary.main",
    bgcolor: "color-mix(in srgb, var(--kh-palette-primary-main) 8%, transparent)",
  },
} as const;

/** 무료 or 유료, the price, and its amounts. */
export const PriceSection = ({ form, user }: PriceSectionProps) => {
  const toast = useToast();
  const price: unknown = useWatch({ control: form.control, name: "price" });
  const isFree = isFreePrice(price);
  const { basis, text } = readTypedPrice(price);
  /** The last typed price: it is restored after a switch to 무료 and back. */
  const [paid, setPaid] = useState<unknown>();
  if (price !== paid && isPaidPrice(price)) setPaid(price);
  const handleChoice = (choice: string) => {
    const wantsFree = choice === "free";
    if (wantsFree && text.trim() !== "") setPaid(price);
    const chosen = wantsFree || paid === undefined ? fieldValueOf(basis, priceForChoice(wantsFree)) : paid;
    // A price half typed is text; the form's schema parses it.
    form.setValue("price", chosen as number, { shouldValidate: true, shouldDirty: true });
    if (!wantsFree && !hasAccount(user))
      toast({
        title: "정산 계좌가 없습니다",
        description: `${errors.BANK_ACCOUNT_REQUIRED.message}.`,
        variant: "destructive",
      });
  };
  return (
    <FormSection title="가격">
      <RadioGroup
        row
        aria-label="무료 또는 유료"
        value={isFree ? "free" : "paid"}
        onChange={(event) => handleChoice(event.target.value)}
        sx={{ gap: 1.5 }}
      >
        <FormControlLabel value="paid" label="유료" control={<Radio />} sx={choiceBox} />
        <FormControlLabel value="free" label="무료" control={<Radio />} sx={choiceBox} />
      </RadioGroup>
      <PriceField form={form} />
      <AmountFigures price={price} />
    </FormSection>
  );
};
