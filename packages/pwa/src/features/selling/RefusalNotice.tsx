import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";

interface RefusalNoticeProps {
  /** One sentence for each: which file, and why. */
  refusals: readonly string[];
  noun: string;
  onDismiss: () => void;
}

/** The files that could not be added from a choice of many; it stays, where a toast is gone before it is read. */
export const RefusalNotice = ({ refusals, noun, onDismiss }: RefusalNoticeProps) => (
  <div role="status">
    {refusals.length > 0 ? (
      <Alert
        severity="warning"
        role="group"
        aria-label={`추가하지 못한 ${noun}`}
        onClose={onDismiss}
        sx={{ mt: 2 }}
      >
        <AlertTitle>
          {noun} {refusals.length}개를 추가하지 못했습니다
        </AlertTitle>
        <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
          {refusals.map((refusal, position) => (
            // The same sentence may be there twice: a file chosen twice at once.
            <Box component="li" key={`${position} ${refusal}`} sx={{ overflowWrap: "anywhere" }}>
              {refusal}
            </Box>
          ))}
        </Box>
      </Alert>
    ) : null}
  </div>
);
