import { reportReasonLabel, type Report } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Typography from "@mui/material/Typography";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import { KeyCap } from "./KeySheet.tsx";
import { isSameTarget } from "./queue.ts";

interface RelatedProps {
  report: Report;
  related: readonly Report[];
  chosen: ReadonlySet<string>;
  onChoose: (ids: ReadonlySet<string>) => void;
}

/** Those of the related reports that are about the very same thing. */
export const sameTarget = (report: Report, related: readonly Report[]): Report[] =>
  related.filter((other) => isSameTarget(report, other));

const nameOf = (other: Report): string =>
  `${reportReasonLabel(other.reportReason)} · ${other.reporter.nickname}${other.contentTitle === null ? "" : ` · ${other.contentTitle}`}`;

/** What will come of deciding about all of them. */
const Preview = ({ report, chosen }: { report: Report; chosen: readonly Report[] }) => {
  const reporters = new Set([report, ...chosen].map(({ reporter }) => reporter.id)).size;
  return (
    <Alert severity="info" role="status">
      신고 {chosen.length + 1}건을 같은 결과로 처리하고 신고자 {reporters}명에게 알려요. 제재는{" "}
      {report.reportedUser.nickname} 님에게 한 번만 적용돼요.
    </Alert>
  );
};

/** The other open reports about the same person, and which of them go with this one. */
export const Related = ({ report, related, chosen, onChoose }: RelatedProps) => {
  if (related.length === 0) return null;
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  const going = related.filter(({ id }) => chosen.has(id));
  return (
    <Box component="section" aria-label="함께 처리할 신고" sx={{ display: "grid", gap: 1 }}>
      <Typography variant="subtitle2" component="h3">
        같은 사람의 열린 신고 {related.length}건 · 같은 대상 {sameTarget(report, related).length}건{" "}
        <KeyCap label="G" />
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none", maxHeight: 180, overflowY: "auto" }}>
        {related.map((other) => (
          <li key={other.id}>
            <FormControlLabel
              control={
                <Checkbox size="small" checked={chosen.has(other.id)} onChange={() => toggle(other.id)} />
              }
              label={
                <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
                  {nameOf(other)} · <RelativeTime time={other.createdAt} />
                </Typography>
              }
            />
          </li>
        ))}
      </Box>
      {going.length === 0 ? null : <Preview report={report} chosen={going} />}
    </Box>
  );
};
