import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import { Reveal } from "../components/Reveal.tsx";
import type { FilesProblem } from "./sellingForm.ts";

/** Why the form can not be sent because of what is uploaded, in the section that it is about. */
export const SectionProblem = ({ problem }: { problem: FilesProblem | undefined }) =>
  problem ? (
    <Reveal key={problem.title + problem.text}>
      <Alert severity="error">
        <AlertTitle>{problem.title}</AlertTitle>
        {problem.text}
      </Alert>
    </Reveal>
  ) : null;
