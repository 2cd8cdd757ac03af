import { formatWon, maxPrice, minPaidPrice } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import InputAdornment from "@mui/material/InputAdornment";
import OutlinedInput from "@mui/material/OutlinedInput";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useId, useState, type ClipboardEvent, type KeyboardEvent } from "react";
import { useController, type UseFormReturn } from "react-hook-form";
import { FieldFrame } from "@knowhow/ui/forms/FormTextField.tsx";
import { amountOf, canBeAmount, digitsOf, fieldValueOf, fitPriceText, isFreePrice, priceBases, priceOf, pricesNear, readTypedPrice, steppedPrice, writeTypedPrice, type PriceBasis } from "@knowhow/ui/device/drafts/priceRules.ts"; // oxfmt-ignore
import type { SellingValues } from "@knowhow/ui/device/drafts/sellingForm.ts";

/** The labels of the three amounts. */
const basisLabels: Record<PriceBasis, string> = {
  price: "판매가",
  buyer: "구매자 결제액",
  seller: "정산 예정액",
};

const Nearby = ({ prices, onChoose }: { prices: readonly number[]; onChoose: (price: number) => void }) => (
  <Box role="status" sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
    {prices.length === 0 ? null : (
      <>
        <FormHelperText component="span">가장 가까운 금액</FormHelperText>
        {prices.map((price) => (
          <Button key={price} size="small" variant="outlined" onClick={() => onChoose(price)}>
            {formatWon(amountOf("buyer", price))} (판매가 {formatWon(price)})
          </Button>
        ))}
      </>
    )}
  </Box>
);

/** The price, typed as the seller's price, as the buyer's total or as the seller's share. */
export const PriceField = ({ form }: { form: UseFormReturn<SellingValues, unknown, SellingValues> }) => {
  const id = useId();
  const { field, fieldState } = useController({ control: form.control, name: "price" });
  const [isTyping, setIsTyping] = useState(false);
  const value: unknown = field.value;
  const { basis, text } = readTypedPrice(value);
  const isFree = isFreePrice(value);
  /** The last change of the basis: two prices can give the same share, and switching back restores the typed one. */
  const [change, setChange] = useState<{ from: unknown; to: unknown }>();
  const setHeld = (held: unknown) =>
    // A price half typed is text; the form's schema parses it.
    form.setValue("price", held as number, { shouldValidate: true, shouldDirty: true, shouldTouch: true });
  const handleText = (typed: string) => {
    // A keystroke that the field has no room for is not taken; of a longer text its beginning is marked.
    const isOneTooMany = typed.length === text.length + 1 && fitPriceText(typed).endsWith("…");
    const held = writeTypedPrice({ basis, text: isOneTooMany ? text : fitPriceText(typed) });
    // Text that can not become an amount stays, with its error.
    if (canBeAmount(typed)) field.onChange(held);
    else setHeld(held);
  };
  const setPrice = (price: number) => setHeld(fieldValueOf(basis, price));
  const handleBasis = (next: PriceBasis | null) => {
    if (next === null || next === basis) return;
    const from = change !== undefined && change.to === value ? change.from : value;
    const typed = readTypedPrice(from);
    const price = priceOf(from);
    const isWhole = price !== undefined && Number.isSafeInteger(price) && price >= 0;
    const converted = isWhole
      ? fieldValueOf(next, price)
      : writeTypedPrice({ basis: next, text: typed.text });
    const to = typed.basis === next ? from : converted;
    setHeld(to);
    setChange({ from, to });
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      setPrice(steppedPrice(priceOf(value), event.key === "ArrowUp" ? 1 : -1));
    }
  };
  const handlePaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData("text");
    const digits = digitsOf(pasted);
    if (digits === pasted || (digits === undefined && canBeAmount(pasted.trim()))) return;
    event.preventDefault();
    handleText(digits ?? pasted.trim());
  };
  const handleBlur = () => {
    setIsTyping(false);
    const digits = digitsOf(text);
    if (digits !== undefined && digits !== text) handleText(digits);
    field.onBlur();
  };
  return (
    <Box sx={{ display: "grid", gap: 1.5 }}>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        color="primary"
        aria-label="어떤 금액으로 정할지"
        value={basis}
        disabled={isFree && !isTyping}
        onChange={(_, next: PriceBasis | null) => handleBasis(next)}
      >
        {priceBases.map((name) => (
          <ToggleButton key={name} value={name} sx={{ minHeight: 44, px: 0.5, wordBreak: "keep-all" }}>
            {basisLabels[name]}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <FieldFrame
        id={id}
        label={basisLabels[basis]}
        isRequired
        error={fieldState.error?.message}
        help={
          isFree
            ? "무료 콘텐츠는 누구나 바로 받을 수 있어요."
            : `${formatWon(amountOf(basis, minPaidPrice))}부터 ${formatWon(amountOf(basis, maxPrice))}까지 정할 수 있어요.`
        }
      >
        <OutlinedInput
          id={id}
          name="price"
          inputRef={field.ref}
          // As typed, also after blur: a value that changes on focus loses its selection.
          value={text}
          // 0 is free; but a seller who is still typing may mean another number.
          disabled={isFree && !isTyping}
          onChange={(event) => handleText(event.target.value)}
          onFocus={() => setIsTyping(true)}
          onBlur={handleBlur}
          onKeyDown={handleKey}
          onPaste={handlePaste}
          inputProps={{
            inputMode: "numeric",
            autoComplete: "off",
            "aria-describedby": `${id}-help`,
            "aria-required": true,
          }}
          endAdornment={<InputAdornment position="end">원</InputAdornment>}
        />
      </FieldFrame>
      <Nearby prices={pricesNear(value)} onChoose={(price) => setPrice(price)} />
    </Box>
  );
};
