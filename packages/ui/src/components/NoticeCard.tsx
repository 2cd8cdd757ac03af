import CloseRounded from "@mui/icons-material/CloseRounded";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useId, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { noticesId } from "./ToastProvider.tsx";

interface NoticeCardProps {
  title: string;
  description: string;
  actions: ReactNode;
  closeLabel: string;
  onClose: () => void;
}

/** An offer that stays until it is answered, above the toasts and never in the way of the screen. */
export const NoticeCard = ({ title, description, actions, closeLabel, onClose }: NoticeCardProps) => {
  const id = useId();
  const place = document.getElementById(noticesId);
  if (!place) return null;
  return createPortal(
    <Paper
      elevation={2}
      role="group"
      aria-labelledby={id}
      sx={{
        display: "flex",
        alignItems: "flex-start",
        gap: 1,
        p: 2,
        pr: 1,
        mb: 1,
        pointerEvents: "auto",
        border: "1px solid",
        borderColor: "divider",
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="subtitle2" component="p" id={id}>
          {title}
        </Typography>
        <Typography color="textSecondary">{description}</Typography>
        <Box sx={{ mt: 1, display: "flex", flexWrap: "wrap", gap: 1 }}>{actions}</Box>
      </Box>
      <IconButton size="small" aria-label={closeLabel} onClick={onClose}>
        <CloseRounded fontSize="small" />
      </IconButton>
    </Paper>,
    place,
  );
};
