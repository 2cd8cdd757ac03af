import CheckCircleRounded from "@mui/icons-material/CheckCircleRounded";
import RadioButtonUncheckedRounded from "@mui/icons-material/RadioButtonUncheckedRounded";
import Box from "@mui/material/Box";
import { useWatch, type UseFormReturn } from "react-hook-form";
import { hiddenText } from "@knowhow/ui/features/accounts/hiddenText.ts";
import type { SellingValues } from "@knowhow/ui/device/drafts/sellingForm.ts";

interface ReadyListProps {
  form: UseFormReturn<SellingValues, unknown, SellingValues>;
  /** At least one file is uploaded. */
  hasFile: boolean;
}

const isFilled = (text: string): boolean => text.trim() !== "";

/** The checklist of a content: shows missing parts before the button is pressed. */
export const ReadyList = ({ form, hasFile }: ReadyListProps) => {
  const [title, category, description, link] = useWatch({
    control: form.control,
    name: ["title", "category", "description", "link"],
  });
  const parts = [
    { label: "제목", isThere: isFilled(title) },
    { label: "카테고리", isThere: isFilled(category) },
    { label: "설명", isThere: isFilled(description) },
    { label: "파일 또는 링크", isThere: hasFile || isFilled(link) },
  ];
  return (
    <Box
      component="ul"
      aria-label="등록에 필요한 것"
      sx={{ display: "flex", flexWrap: "wrap", columnGap: 1.5, rowGap: 0.25, m: 0, p: 0, listStyle: "none" }}
    >
      {parts.map(({ label, isThere }) => {
        const Icon = isThere ? CheckCircleRounded : RadioButtonUncheckedRounded;
        return (
          <Box
            component="li"
            key={label}
            sx={{
              display: "inline-flex",
              alignItems: "center",
              gap: 0.5,
              typography: "body2",
              color: isThere ? "text.primary" : "text.secondary",
            }}
          >
            <Icon aria-hidden sx={{ fontSize: "1.25em", color: isThere ? "success.main" : "inherit" }} />
            {label}
            <Box component="span" sx={hiddenText}>
              {isThere ? " 입력함" : " 아직 없음"}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
};
