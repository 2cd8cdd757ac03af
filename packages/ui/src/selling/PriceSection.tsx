import { errors, formatWon, maxPrice, minPaidPrice, priceStep, type CurrentUser } from "@knowhow/shared";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import InputAdornment from "@mui/material/InputAdornment";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import { useState, type ClipboardEvent, type KeyboardEvent, type WheelEvent } from "react";
import { useWatch, type UseFormReturn } from "react-hook-form";
import { useToast } from "../components/ToastProvider.tsx";
import { FormTextField } from "../forms/FormTextField.tsx";
import { AmountFigures } from "./AmountFigures.tsx";
import { FormSection } from "./FormSection.tsx";
import { digitsOf, isFreePrice, priceForChoice, priceOf, steppedPrice } from "./priceRules.ts";
import type { SellingValues } from "./sellingForm.ts";

interface PriceSectionProps {
  form: UseFormReturn<SellingValues, unknown, SellingValues>;
  user: CurrentUser;
}

/** Whether a settlement account is saved, whole. */
export const hasAccount = ({ bankName, accountNumber, accountHolder }: CurrentUser): boolean =>
  Boolean(bankName && accountNumber && accountHolder);

/** A number field must not change under a finger that only scrolls the page. */
const handleWheel = (event: WheelEvent<HTMLElement>) => {
  if (event.target instanceof HTMLElement) event.target.blur();
};

const isShortcut = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => ctrlKey || metaKey || altKey;

const choiceBox = {
  flex: 1,
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

/** 무료 or 유료, the price, and what becomes of it. */
export const PriceSection = ({ form, user }: PriceSectionProps) => {
  const toast = useToast();
  const [isTyping, setIsTyping] = useState(false);
  const price: unknown = useWatch({ control: form.control, name: "price" });
  const isFree = isFreePrice(price);
  const handleChoice = (choice: string) => {
    const wantsFree = choice === "free";
    form.setValue("price", priceForChoice(wantsFree), { shouldValidate: true, shouldDirty: true });
    if (!wantsFree && !hasAccount(user))
      toast({
        title: "정산 계좌가 없습니다",
        description: `${errors.BANK_ACCOUNT_REQUIRED.message}.`,
        variant: "destructive",
      });
  };
  const setPrice = (next: number) =>
    form.setValue("price", next, { shouldValidate: true, shouldDirty: true, shouldTouch: true });
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      setPrice(steppedPrice(priceOf(price), event.key === "ArrowUp" ? 1 : -1));
    } else if (event.key.length === 1 && !/[0-9]/.test(event.key) && !isShortcut(event))
      event.preventDefault();
  };
  const handlePaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text");
    if (/^[0-9]+$/.test(text)) return;
    // The field itself would make 100,000 of 1e5, and nothing of 10,000원.
    event.preventDefault();
    const digits = digitsOf(text);
    if (digits !== undefined) setPrice(Number(digits));
  };
  return (
    <FormSection title="가격">
      <RadioGroup
        row
        aria-label="무료 또는 유료"
        value={isFree ? "free" : "paid"}
        onChange={(event) => handleChoice(event.target.value)}
        sx={{ gap: 1.5, flexWrap: "nowrap" }}
      >
        <FormControlLabel value="paid" label="유료" control={<Radio />} sx={choiceBox} />
        <FormControlLabel value="free" label="무료" control={<Radio />} sx={choiceBox} />
      </RadioGroup>
      <Box
        onWheel={handleWheel}
        onKeyDown={handleKey}
        onPaste={handlePaste}
        onFocus={() => setIsTyping(true)}
        onBlur={() => setIsTyping(false)}
        // The arrows of the browser count from the least price, not in the steps that the keys take.
        sx={{
          "& input": { appearance: "textfield" },
          "& input::-webkit-inner-spin-button": { display: "none" },
        }}
      >
        <FormTextField
          control={form.control}
          name="price"
          label="판매가"
          type="number"
          isRequired
          // 0 is free; but who is still typing may be on the way to another number.
          disabled={isFree && !isTyping}
          normalize={(typed) => (typed === "" ? typed : (digitsOf(typed) ?? String(form.getValues("price"))))}
          help={
            isFree
              ? "무료 콘텐츠는 누구나 바로 받을 수 있어요."
              : `${formatWon(minPaidPrice)}부터 정할 수 있어요.`
          }
          inputProps={{ min: minPaidPrice, max: maxPrice, step: priceStep, inputMode: "numeric" }}
          endAdornment={<InputAdornment position="end">원</InputAdornment>}
        />
      </Box>
      <AmountFigures price={price} />
    </FormSection>
  );
};
