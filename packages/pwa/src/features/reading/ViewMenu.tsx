import AddRounded from "@mui/icons-material/AddRounded";
import MoreVertRounded from "@mui/icons-material/MoreVertRounded";
import RemoveRounded from "@mui/icons-material/RemoveRounded";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import IconButton from "@mui/material/IconButton";
import Button from "@mui/material/Button";
import Popover from "@mui/material/Popover";
import Switch from "@mui/material/Switch";
import { useState } from "react";
import type { ReaderActs } from "./reader.ts";

interface ViewMenuProps {
  acts: Pick<ReaderActs, "zoom" | "fit">;
  /** Only of a PDF, which has pages. */
  pages?: {
    isDark: boolean;
    onDark: (isDark: boolean) => void;
    /** Absent where there is no room for two. */
    spreads?: { isOn: boolean; onChange: (isOn: boolean) => void } | undefined;
  };
}

/** How the file is shown: size, paper, one page or two. */
export const ViewMenu = ({ acts, pages }: ViewMenuProps) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  return (
    <>
      <IconButton
        aria-label="보기 설정"
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVertRounded />
      </IconButton>
      <Popover
        open={anchor !== undefined}
        anchorEl={anchor ?? null}
        onClose={() => setAnchor(undefined)}
        anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
        transformOrigin={{ vertical: "top", horizontal: "right" }}
        slotProps={{ paper: { role: "dialog", "aria-label": "보기 설정", sx: { p: 1.5, minWidth: 220 } } }}
      >
        <Box sx={{ display: "grid", gap: 1 }}>
          <Box role="group" aria-label="크기" sx={{ display: "flex", gap: 1, alignItems: "center" }}>
            <IconButton aria-label="작게" onClick={() => acts.zoom(-1)}>
              <RemoveRounded />
            </IconButton>
            <IconButton aria-label="크게" onClick={() => acts.zoom(1)}>
              <AddRounded />
            </IconButton>
            <Button size="small" onClick={() => acts.fit("width")}>
              {pages ? "너비에 맞춤" : "보통 크기"}
            </Button>
            {pages ? (
              <Button size="small" onClick={() => acts.fit("page")}>
                쪽에 맞춤
              </Button>
            ) : null}
          </Box>
          {pages?.spreads ? (
            <FormControlLabel
              control={
                <Switch checked={pages.spreads.isOn} onChange={(_, isOn) => pages.spreads?.onChange(isOn)} />
              }
              label="두 쪽씩 보기"
            />
          ) : null}
          {pages ? (
            <FormControlLabel
              control={<Switch checked={pages.isDark} onChange={(_, isDark) => pages.onDark(isDark)} />}
              label="어두운 종이"
            />
          ) : null}
        </Box>
      </Popover>
    </>
  );
};
