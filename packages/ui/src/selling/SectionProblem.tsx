import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import { Reveal } from "../components/Reveal.tsx";
import type { FilesProblem } from "./sellingForm.ts";

interface SectionProblemProps {
  problem: FilesProblem | undefined;
  /** Set when a section above has a problem too, which is the one to look at first. */
  isQuiet?: boolean;
}

/** Why the form can not be sent because of what is uploaded, in the section that it is about. */
export const SectionProblem = ({ problem, isQuiet = false }: SectionProblemProps) =>
  problem ? (
    <Reveal cause={problem} isQuiet={isQuiet}>
      <Alert severity="error">
        <AlertTitle>{problem.title}</AlertTitle>
        {problem.text}
      </Alert>
    </Reveal>
  ) : null;
