import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { messageOf } from "@knowhow/ui/components/failure.ts";
import { useOnline } from "@knowhow/ui/components/useOnline.ts";

interface ChoiceFootProps {
  /** Why it can not be saved. */
  trouble: string | undefined;
  error: Error | null;
  isPending: boolean;
  isProposed: boolean;
  onPropose: () => void;
}

/** The foot of a choice: its trouble, the way back to the proposal, and saving. */
export const ChoiceFoot = ({ trouble, error, isPending, isProposed, onPropose }: ChoiceFootProps) => {
  const isOnline = useOnline();
  return (
    <Box
      sx={{
        position: "sticky",
        // Over the padding of the dialog.
        bottom: -20,
        mb: -2.5,
        display: "grid",
        gap: 1,
        py: 1.5,
        borderTop: "1px solid",
        borderColor: "divider",
        bgcolor: "background.paper",
        zIndex: 1,
      }}
    >
      {isOnline ? null : (
        <Alert severity="warning" role="status">
          인터넷에 연결되어 있지 않아 지금은 저장할 수 없어요. 고른 것은 그대로 있어요.
        </Alert>
      )}
      {trouble === undefined ? null : (
        <Alert severity="warning" role="status">
          {trouble}
        </Alert>
      )}
      {error ? <Alert severity="error">{messageOf(error)}</Alert> : null}
      <Box sx={{ display: "flex", flexWrap: "wrap", justifyContent: "flex-end", gap: 1 }}>
        <Button color="inherit" disabled={isProposed} onClick={onPropose}>
          기본값으로
        </Button>
        <Button
          type="submit"
          variant="contained"
          loading={isPending}
          disabled={trouble !== undefined || !isOnline}
        >
          저장
        </Button>
      </Box>
    </Box>
  );
};
