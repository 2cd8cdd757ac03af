import type { Rating } from "@knowhow/shared";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import { lazy, Suspense, useState } from "react";
import { altOf, picturesOf } from "./picturesOf.ts";
import { useDialogEntry } from "@knowhow/ui/components/useDialogEntry.ts";

// Most look at the small ones alone.
const PictureDialog = lazy(async () => ({ default: (await import("./PictureDialog.tsx")).PictureDialog }));

/** The pictures of a rating, small; each opens large. */
export const RatingPictures = ({ rating }: { rating: Rating }) => {
  const { isOpen, open, close } = useDialogEntry(`rating-pictures:${rating.id}`);
  const [first, setFirst] = useState<number>();
  const pictures = picturesOf(rating);
  if (pictures.length === 0) return null;
  return (
    <>
      <Box
        component="ul"
        aria-label="후기 사진"
        sx={{ display: "flex", flexWrap: "wrap", gap: 1, m: 0, mt: 1, p: 0, listStyle: "none" }}
      >
        {pictures.map(({ url, alt }, index) => (
          <Box component="li" key={url}>
            <ButtonBase
              aria-label={`크게 보기: ${altOf(rating, index, alt)}`}
              onClick={() => {
                setFirst(index);
                open();
              }}
              sx={{
                display: "block",
                borderRadius: "10px",
                overflow: "hidden",
                border: "1px solid",
                borderColor: "divider",
                bgcolor: "action.hover",
              }}
            >
              <Box
                component="img"
                src={`${url}&w=320`}
                alt=""
                loading="lazy"
                width={96}
                height={96}
                sx={{ display: "block", width: 96, height: 96, objectFit: "cover" }}
              />
            </ButtonBase>
          </Box>
        ))}
      </Box>
      {first === undefined && !isOpen ? null : (
        <Suspense>
          <PictureDialog
            key={first ?? 0}
            rating={rating}
            pictures={pictures}
            first={first ?? 0}
            isOpen={isOpen}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
};
