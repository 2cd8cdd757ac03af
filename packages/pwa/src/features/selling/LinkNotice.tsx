import { lengthOf } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import { useWatch, type UseFormReturn } from "react-hook-form";
import { priceOf } from "@knowhow/ui/device/drafts/priceRules.ts";
import type { SellingValues } from "@knowhow/ui/device/drafts/sellingForm.ts";

/** A description of so many characters shows enough without pictures. */
const tellingCharacters = 200;

interface LinkNoticeProps {
  form: UseFormReturn<SellingValues, unknown, SellingValues>;
  hasPreviews: boolean;
}

/** Asks for pictures or a text in the place of a trial, which a paid link can not have. */
export const LinkNotice = ({ form, hasPreviews }: LinkNoticeProps) => {
  const [link, typed, description] = useWatch({
    control: form.control,
    name: ["link", "price", "description"],
  });
  const isPaidLink = link.trim() !== "" && (priceOf(typed) ?? 1) > 0;
  if (!isPaidLink || hasPreviews || lengthOf(description.trim()) >= tellingCharacters) return null;
  return (
    <Alert severity="warning" role="status">
      링크에는 미리 읽기가 없어요. 사기 전에 볼 수 있게 미리보기 이미지를 한 장 이상 올리거나, 설명에 내용의
      일부를 {tellingCharacters}자 이상 적어주세요.
    </Alert>
  );
};
