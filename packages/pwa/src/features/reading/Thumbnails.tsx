import CloseRounded from "@mui/icons-material/CloseRounded";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Drawer from "@mui/material/Drawer";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";
import type { PdfActs } from "./PdfReader.tsx";

const width = 120;

interface ThumbnailProps {
  page: number;
  isCurrent: boolean;
  draw: PdfActs["drawThumbnail"];
  onPress: () => void;
}

const Thumbnail = ({ page, isCurrent, draw, onPress }: ThumbnailProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        watcher.disconnect();
        draw(page, element, width * 2).catch((error: unknown) => console.warn(error));
      },
      { rootMargin: "200px" },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [draw, page]);
  useEffect(() => {
    if (isCurrent) button.current?.scrollIntoView({ block: "center" });
    // oxlint-disable-next-line react/exhaustive-deps -- the page in view is looked for once, when the list opens
  }, []);
  return (
    <ButtonBase
      ref={button}
      onClick={onPress}
      {...(isCurrent ? { "aria-current": "page" as const } : {})}
      sx={{ display: "grid", gap: 0.5, width: "100%", p: 0.5, borderRadius: 1 }}
    >
      <Box
        component="canvas"
        ref={canvas}
        width={width}
        height={width * 1.41}
        aria-hidden
        sx={{
          width: "100%",
          height: "auto",
          bgcolor: "#FFFFFF",
          outline: "2px solid",
          outlineColor: isCurrent ? "primary.main" : "transparent",
          border: "1px solid",
          borderColor: "divider",
        }}
      />
      <Typography component="span" variant="body2">
        {page}쪽
      </Typography>
    </ButtonBase>
  );
};

interface ThumbnailsProps {
  isOpen: boolean;
  pages: number;
  page: number;
  draw: PdfActs["drawThumbnail"];
  onPress: (page: number) => void;
  onClose: () => void;
}

/** All pages of a document, small, to go to one of them. */
export const Thumbnails = ({ isOpen, pages, page, draw, onPress, onClose }: ThumbnailsProps) => (
  <Drawer open={isOpen} onClose={onClose} slotProps={{ paper: { "aria-label": "쪽 목록", role: "dialog" } }}>
    <Box sx={{ display: "flex", alignItems: "center", justifyContent: "space-between", pl: 2, pr: 1, pt: 1 }}>
      <Typography component="h2" variant="subtitle1">
        쪽 목록
      </Typography>
      <IconButton aria-label="쪽 목록 닫기" onClick={onClose}>
        <CloseRounded />
      </IconButton>
    </Box>
    <Box
      component="ul"
      sx={{
        display: "grid",
        gridTemplateColumns: { xs: "repeat(2, 120px)", md: "repeat(2, 140px)" },
        gap: 1,
        m: 0,
        p: 2,
        listStyle: "none",
      }}
    >
      {Array.from({ length: pages }, (_, index) => index + 1).map((number) => (
        <Box
          component="li"
          key={number}
          sx={{ contentVisibility: "auto", containIntrinsicSize: "auto 200px" }}
        >
          <Thumbnail page={number} isCurrent={number === page} draw={draw} onPress={() => onPress(number)} />
        </Box>
      ))}
    </Box>
  </Drawer>
);
