import { isAllowedPrice } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Typography from "@mui/material/Typography";
import { useWatch, type UseFormReturn } from "react-hook-form";
import { CategoryBadge } from "@knowhow/ui/components/CategoryBadge.tsx";
import { GeneratedCover } from "../../components/ContentCover.tsx";
import { PriceText } from "@knowhow/ui/components/PriceText.tsx";
import { priceOf } from "@knowhow/ui/device/drafts/priceRules.ts";
import type { SellingValues } from "@knowhow/ui/device/drafts/sellingForm.ts";

/** The form holds an empty code until one is chosen. */
const isCategory = (code: string) => code !== "";

interface BuyerViewProps {
  form: UseFormReturn<SellingValues, unknown, SellingValues>;
  nickname: string;
  /** The first preview image. */
  cover: string | undefined;
}

/** The card as buyers will see it, while it is typed. */
export const BuyerView = ({ form, nickname, cover }: BuyerViewProps) => {
  const [title, category, typed] = useWatch({ control: form.control, name: ["title", "category", "price"] });
  const price = priceOf(typed);
  const shownTitle = title.trim() === "" ? "제목을 입력해주세요" : title;
  return (
    <div aria-hidden>
      <Typography variant="subtitle2" component="p" color="text.secondary" sx={{ mb: 1 }}>
        구매자에게 이렇게 보여요
      </Typography>
      <Card sx={{ overflow: "hidden" }}>
        <Box
          sx={{
            position: "relative",
            aspectRatio: "4 / 3",
            containerType: "inline-size",
            bgcolor: "action.hover",
          }}
        >
          {cover === undefined ? (
            <GeneratedCover title={shownTitle} category={category} />
          ) : (
            <img
              src={cover}
              alt=""
              style={{ width: "100%", height: "100%", objectFit: "cover", display: "block" }}
            />
          )}
        </Box>
        <Box sx={{ p: 2, display: "grid", gap: 0.5, justifyItems: "start" }}>
          {isCategory(category) ? <CategoryBadge category={category} /> : null}
          <Typography
            variant="subtitle1"
            component="p"
            sx={{
              display: "-webkit-box",
              WebkitBoxOrient: "vertical",
              WebkitLineClamp: 2,
              overflow: "hidden",
            }}
          >
            {shownTitle}
          </Typography>
          <Typography variant="body2" color="text.secondary">
            {nickname}
          </Typography>
          {price !== undefined && isAllowedPrice(price) ? <PriceText price={price} hasFeeNote /> : null}
        </Box>
      </Card>
    </div>
  );
};
