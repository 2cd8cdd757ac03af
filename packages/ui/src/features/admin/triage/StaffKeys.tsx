import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useNavigate } from "react-router-dom";
import { useDialogEntry } from "../../../components/useDialogEntry.ts";
import { KeyCap, KeySheet } from "./KeySheet.tsx";
import { useKeys } from "./useKeys.ts";

/** The keys of every administrators' screen, and the sheet that lists them. `home` is the queue's path. */
export const StaffKeys = ({ home }: { home: string }) => {
  const navigate = useNavigate();
  const sheet = useDialogEntry("keys");
  useKeys({
    reports: () => void navigate(home),
    inbox: () => void navigate("/admin-chats"),
    alerts: () => void navigate("/alerts"),
    sheet: sheet.open,
  });
  return (
    <>
      <Button color="inherit" size="small" onClick={sheet.open} endIcon={<KeyCap label="?" />}>
        단축키
      </Button>
      <KeySheet isOpen={sheet.isOpen} onClose={sheet.close} />
    </>
  );
};

/** The same in the web app, where there is room for a keyboard. */
export const WebKeys = () => (
  <Box sx={{ display: { xs: "none", md: "block" } }}>
    <StaffKeys home="/reports" />
  </Box>
);
