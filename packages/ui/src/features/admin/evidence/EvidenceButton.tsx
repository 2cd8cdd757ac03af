import type { Report } from "@knowhow/shared";
import Button from "@mui/material/Button";
import { useState } from "react";
import { DialogShell } from "../../../components/DialogShell.tsx";
import { EvidenceView } from "./EvidenceView.tsx";

/** Opens the evidence of a report. */
export const EvidenceButton = ({ report }: { report: Report }) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" onClick={() => setIsOpen(true)}>
        신고 당시 보기
      </Button>
      <DialogShell isOpen={isOpen} onClose={() => setIsOpen(false)} title="신고 당시의 내용" width="md">
        <EvidenceView report={report} />
      </DialogShell>
    </>
  );
};
