import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { lazy, Suspense, useDeferredValue, useId, useState } from "react";
import { useWatch, type UseFormReturn } from "react-hook-form";
import type { SellingValues } from "@knowhow/ui/device/drafts/sellingForm.ts";

const MarkdownText = lazy(async () => ({
  default: (await import("../../components/MarkdownText.tsx")).MarkdownText,
}));

const Shown = ({ control }: Pick<UseFormReturn<SellingValues, unknown, SellingValues>, "control">) => {
  const text = useDeferredValue(useWatch({ control, name: "description" }));
  return text.trim() === "" ? "설명을 쓰면 여기에 보여요." : <MarkdownText text={text} />;
};

/** Shows the description of a form as readers will see it, when asked. */
export const DescriptionPreview = ({
  control,
}: Pick<UseFormReturn<SellingValues, unknown, SellingValues>, "control">) => {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <Button
        size="small"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        sx={{ ml: -1 }}
      >
        {isOpen ? "설명 미리보기 닫기" : "설명 미리보기"}
      </Button>
      <Box
        id={id}
        hidden={!isOpen}
        sx={{ mt: 0.5, p: 2, borderRadius: "12px", bgcolor: "background.default" }}
      >
        {isOpen ? (
          <Suspense fallback="불러오는 중">
            <Shown control={control} />
          </Suspense>
        ) : null}
      </Box>
    </div>
  );
};
