import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { Reveal } from "@knowhow/ui/components/Reveal.tsx";
import type { FilesProblem } from "@knowhow/ui/device/drafts/sellingForm.ts";

/** Sends the form when all files are uploaded. */
export interface Later {
  label: string;
  onPress: () => void;
}

interface SectionProblemProps {
  problem: FilesProblem | undefined;
  later: Later | undefined;
  /** Set when a section above has a problem too, which is shown first. */
  isQuiet?: boolean;
}

/** Why the uploads keep the form from being sent, in their section. */
export const SectionProblem = ({ problem, later, isQuiet = false }: SectionProblemProps) =>
  problem ? (
    <Reveal cause={problem} isQuiet={isQuiet}>
      <Alert severity="error">
        <AlertTitle>{problem.title}</AlertTitle>
        {problem.text}
        {problem.canWait && later ? (
          <Box sx={{ mt: 1 }}>
            <Button size="small" variant="outlined" color="inherit" onClick={later.onPress}>
              {later.label}
            </Button>
          </Box>
        ) : null}
      </Alert>
    </Reveal>
  ) : null;
