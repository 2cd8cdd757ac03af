import ChevronLeftRounded from "@mui/icons-material/ChevronLeftRounded";
import ChevronRightRounded from "@mui/icons-material/ChevronRightRounded";
import CloseRounded from "@mui/icons-material/CloseRounded";
import type { Rating } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Dialog from "@mui/material/Dialog";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { useId, useState, type KeyboardEvent } from "react";
import { altOf } from "./picturesOf.ts";

interface PictureDialogProps {
  rating: Rating;
  pictures: Rating["pictures"];
  /** The picture that was pressed. */
  first: number;
  isOpen: boolean;
  onClose: () => void;
}

const barSx = { display: "flex", alignItems: "center", gap: 1, px: 1, minHeight: 56 } as const;

/** The pictures of a rating, one at a time and large; turned by the arrow keys too. */
export const PictureDialog = ({ rating, pictures, first, isOpen, onClose }: PictureDialogProps) => {
  const id = useId();
  const [shown, setShown] = useState(first);
  const last = pictures.length - 1;
  // The pictures may have become fewer since the dialog was opened.
  const index = Math.min(shown, last);
  const turnBy = (step: number) => setShown(Math.min(Math.max(index + step, 0), last));
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowRight") turnBy(1);
    if (event.key === "ArrowLeft") turnBy(-1);
  };
  const picture = pictures[index];
  if (!picture) return null;
  const alt = altOf(rating, index, picture.alt);
  return (
    <Dialog open={isOpen} onClose={onClose} onKeyDown={handleKey} maxWidth="lg" aria-labelledby={id}>
      <Box sx={{ ...barSx, justifyContent: "space-between" }}>
        <Typography variant="subtitle2" component="p" sx={{ pl: 1, minWidth: 0, overflowWrap: "anywhere" }}>
          <span id={id}>{rating.user.nickname}님의 후기 사진</span>{" "}
          <Box component="span" aria-live="polite" sx={{ color: "text.secondary" }}>
            {index + 1} / {pictures.length}
          </Box>
        </Typography>
        <IconButton aria-label="닫기" onClick={onClose}>
          <CloseRounded />
        </IconButton>
      </Box>
      <Box
        component="img"
        src={`${picture.url}&w=1280`}
        alt={alt}
        sx={{
          display: "block",
          maxWidth: "100%",
          maxHeight: "calc(100dvh - 240px)",
          minHeight: 120,
          objectFit: "contain",
          mx: "auto",
          bgcolor: "action.hover",
        }}
      />
      <Box sx={{ ...barSx, justifyContent: "center", py: 1 }}>
        {last > 0 ? (
          <IconButton aria-label="이전 사진" onClick={() => turnBy(-1)} aria-disabled={index === 0}>
            <ChevronLeftRounded color={index === 0 ? "disabled" : "inherit"} />
          </IconButton>
        ) : null}
        <Typography sx={{ flex: 1, textAlign: "center", overflowWrap: "anywhere" }}>{picture.alt}</Typography>
        {last > 0 ? (
          <IconButton aria-label="다음 사진" onClick={() => turnBy(1)} aria-disabled={index === last}>
            <ChevronRightRounded color={index === last ? "disabled" : "inherit"} />
          </IconButton>
        ) : null}
      </Box>
    </Dialog>
  );
};
