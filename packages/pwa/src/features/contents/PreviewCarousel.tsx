import ChevronLeftRounded from "@mui/icons-material/ChevronLeftRounded";
import ChevronRightRounded from "@mui/icons-material/ChevronRightRounded";
import LockRounded from "@mui/icons-material/LockRounded";
import type { Content } from "@knowhow/shared";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import IconButton from "@mui/material/IconButton";
import useEmblaCarousel from "embla-carousel-react";
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type Ref } from "react";
import { ContentCover } from "../../components/ContentCover.tsx";
import { pictureSizes, previewsOf } from "@knowhow/ui/client/pictures.ts";

type Embla = ReturnType<typeof useEmblaCarousel>[1];

/** Turns to a slide, or by some; before the carousel listens, once it does. */
const useTurning = (embla: Embla) => {
  const early = useRef(0);
  useEffect(() => {
    if (!embla) return;
    if (early.current > 0) embla.scrollTo(early.current);
    early.current = 0;
  }, [embla]);
  const turnTo = (index: number) => {
    if (embla) embla.scrollTo(index);
    else early.current = Math.max(index, 0);
  };
  const turnBy = (slides: number) => turnTo((embla ? embla.selectedScrollSnap() : early.current) + slides);
  return { turnTo, turnBy };
};

/** Which slide is shown. */
const useSelected = (embla: Embla) => {
  const [selected, setSelected] = useState(0);
  useEffect(() => {
    if (!embla) return undefined;
    const handleSelect = () => setSelected(embla.selectedScrollSnap());
    embla.on("select", handleSelect).on("reInit", handleSelect);
    return () => {
      embla.off("select", handleSelect).off("reInit", handleSelect);
    };
  }, [embla]);
  return selected;
};

/** The buttons of a carousel: at an end the pressed one is disabled, and the focus goes to the other. */
const useStepFocus = (selected: number, last: number) => {
  const prev = useRef<HTMLButtonElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  // Before the browser takes the focus from a disabled button.
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (selected === last && focused === next.current) prev.current?.focus();
    if (selected === 0 && focused === prev.current) next.current?.focus();
  }, [selected, last]);
  return { prev, next };
};

const overPicture = { bgcolor: "rgb(20 22 26 / 72%)", color: "#FFFFFF" } as const;

/** Covers the previews that only buyers may see, and none during a refund. */
const PurchaseOverlay = ({ isPurchased }: { isPurchased: boolean }) => (
  <Box
    sx={{
      position: "absolute",
      inset: 0,
      display: "flex",
      flexDirection: "column",
      alignItems: "center",
      justifyContent: "center",
      gap: 1,
      // Beside the buttons that turn the slides, whose signs grow with the text.
      px: "calc(1.5rem + 40px)",
      py: 2,
      textAlign: "center",
      textWrap: "balance",
      typography: "subtitle2",
      bgcolor: "rgb(20 22 26 / 58%)",
      color: "#FFFFFF",
    }}
  >
    <LockRounded aria-hidden />
    {isPurchased ? "환불하는 동안에는 볼 수 없어요" : "구매하면 선명하게 볼 수 있어요"}
  </Box>
);

const StepButton = ({
  direction,
  ref,
  onStep,
  disabled,
}: {
  direction: "prev" | "next";
  ref: Ref<HTMLButtonElement>;
  onStep: () => void;
  disabled: boolean;
}) => (
  <IconButton
    ref={ref}
    aria-label={direction === "prev" ? "이전 이미지" : "다음 이미지"}
    onClick={onStep}
    disabled={disabled}
    sx={{
      position: "absolute",
      top: "50%",
      translate: "0 -50%",
      [direction === "prev" ? "left" : "right"]: 8,
      ...overPicture,
      "&:hover": { bgcolor: "rgb(20 22 26 / 88%)" },
      "&.Mui-disabled": { opacity: 0 },
    }}
  >
    {direction === "prev" ? <ChevronLeftRounded /> : <ChevronRightRounded />}
  </IconButton>
);

interface ThumbsProps {
  content: Content;
  count: number;
  selected: number;
  hasAccess: boolean;
  onSelect: (index: number) => void;
}

/** All the pictures at a glance, where there is room for them. */
const Thumbs = ({ content, count, selected, hasAccess, onSelect }: ThumbsProps) => (
  <Box sx={{ display: { xs: "none", md: "flex" }, gap: 1, mt: 1.5 }}>
    {Array.from({ length: count }, (_, index) => (
      <ButtonBase
        key={index}
        aria-label={`${index + 1}번째 이미지 보기`}
        aria-current={index === selected}
        onClick={() => onSelect(index)}
        sx={{
          position: "relative",
          display: "block",
          width: 104,
          borderRadius: "10px",
          overflow: "hidden",
          border: "2px solid",
          borderColor: index === selected ? "text.primary" : "transparent",
          opacity: index === selected ? 1 : 0.72,
          transition: "opacity 150ms",
          "&:hover, &:focus-visible": { opacity: 1 },
        }}
      >
        <ContentCover content={content} index={index} sizes="104px" />
        {hasAccess || index === 0 ? null : (
          <Box sx={{ ...overPicture, position: "absolute", inset: 0, display: "grid", placeItems: "center" }}>
            <LockRounded aria-hidden fontSize="small" />
          </Box>
        )}
      </ButtonBase>
    ))}
  </Box>
);

interface PreviewCarouselProps {
  content: Content;
  /** Buyers, the seller and administrators see every picture as it is. */
  hasAccess: boolean;
}

/** The preview images, one at a time; a generated cover where there is none. */
export const PreviewCarousel = ({ content, hasAccess }: PreviewCarouselProps) => {
  const [viewport, embla] = useEmblaCarousel({ align: "start", duration: 18 });
  const selected = useSelected(embla);
  const { turnTo, turnBy } = useTurning(embla);
  const count = Math.max(previewsOf(content).length, 1);
  const { prev, next } = useStepFocus(selected, count - 1);
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowRight") turnBy(1);
    if (event.key === "ArrowLeft") turnBy(-1);
  };
  return (
    <Box component="section" aria-roledescription="캐러셀" aria-label="미리보기 이미지" onKeyDown={handleKey}>
      <Box
        sx={{
          position: "relative",
          borderRadius: "12px",
          overflow: "hidden",
          border: "1px solid",
          borderColor: "divider",
        }}
      >
        <Box ref={viewport} sx={{ overflow: "hidden" }}>
          <Box sx={{ display: "flex", touchAction: "pan-y pinch-zoom" }}>
            {Array.from({ length: count }, (_, index) => (
              <Box
                key={index}
                role="group"
                aria-roledescription="슬라이드"
                aria-label={`${count}장 중 ${index + 1}번째`}
                aria-hidden={index !== selected}
                sx={{ position: "relative", flex: "0 0 100%", minWidth: 0 }}
              >
                <ContentCover
                  content={content}
                  index={index}
                  alt={`${content.title} 미리보기 ${index + 1}`}
                  sizes={pictureSizes.page}
                  isEager={index === 0}
                  fit="contain"
                />
                {hasAccess || index === 0 ? null : <PurchaseOverlay isPurchased={content.hasPurchased} />}
              </Box>
            ))}
          </Box>
        </Box>
        {count > 1 ? (
          <>
            <StepButton direction="prev" ref={prev} onStep={() => turnBy(-1)} disabled={selected === 0} />
            <StepButton
              direction="next"
              ref={next}
              onStep={() => turnBy(1)}
              disabled={selected === count - 1}
            />
            <Box
              aria-live="polite"
              sx={{
                position: "absolute",
                right: 12,
                bottom: 12,
                px: 1.25,
                py: 0.25,
                borderRadius: 999,
                typography: "overline",
                ...overPicture,
              }}
            >
              {selected + 1} / {count}
            </Box>
          </>
        ) : null}
      </Box>
      {count > 1 ? (
        <Thumbs content={content} count={count} selected={selected} hasAccess={hasAccess} onSelect={turnTo} />
      ) : null}
    </Box>
  );
};
