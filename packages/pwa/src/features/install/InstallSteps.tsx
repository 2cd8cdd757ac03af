import AddBoxOutlined from "@mui/icons-material/AddBoxOutlined";
import CheckRounded from "@mui/icons-material/CheckRounded";
import IosShareRounded from "@mui/icons-material/IosShareRounded";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import type { DialogProps } from "@knowhow/ui/components/useLazyDialog.ts";

const steps = [
  {
    icon: IosShareRounded,
    text: "브라우저의 공유 버튼을 누르세요.",
    more: "화면 아래나 주소창 옆에 있어요.",
  },
  {
    icon: AddBoxOutlined,
    text: "‘홈 화면에 추가’를 고르세요.",
    more: "보이지 않으면 목록을 위로 밀어보세요.",
  },
  { icon: CheckRounded, text: "‘추가’를 누르세요.", more: "홈 화면에 노하우 아이콘이 생겨요." },
] as const;

/** How to put the app on the home screen where the browser has no prompt for that. */
export const InstallSteps = ({ isOpen, onClose }: DialogProps) => {
  const id = useId();
  return (
    <Dialog open={isOpen} onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>홈 화면에 노하우 추가하기</DialogTitle>
      <DialogContent>
        <Box component="ol" sx={{ display: "grid", gap: 2, m: 0, p: 0, listStyle: "none" }}>
          {steps.map(({ icon: Icon, text, more }, index) => (
            <Box component="li" key={text} sx={{ display: "flex", gap: 1.5, alignItems: "flex-start" }}>
              <Box
                aria-hidden
                sx={{
                  display: "grid",
                  placeItems: "center",
                  flexShrink: 0,
                  width: 40,
                  height: 40,
                  borderRadius: 1,
                  color: "primary.main",
                  bgcolor: "color-mix(in srgb, var(--kh-palette-primary-main) 12%, transparent)",
                }}
              >
                <Icon />
              </Box>
              <div>
                <Typography sx={{ fontWeight: 600 }}>
                  {index + 1}. {text}
                </Typography>
                <Typography variant="body2" color="textSecondary">
                  {more}
                </Typography>
              </div>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions sx={{ p: 2, pt: 0 }}>
        <Button variant="contained" onClick={onClose}>
          알겠어요
        </Button>
      </DialogActions>
    </Dialog>
  );
};
