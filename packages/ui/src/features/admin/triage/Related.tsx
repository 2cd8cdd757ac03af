import { reportReasonLabel, type Report } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Typography from "@mui/material/Typography";
import { useRef } from "react";
import { ServerTime } from "../../../client/ServerTime.tsx";
import { KeyCap } from "./KeySheet.tsx";
import { isSameTarget } from "./queue.ts";
import { useKeys } from "./useKeys.ts";

interface RelatedProps {
  report: Report;
  /** The reports that can be decided with it. */
  related: readonly Report[];
  /** How many there are in all: about the person, and about the same thing. */
  counts: { person: number; target: number };
  /** How many reports are decided where all about the same thing are. */
  voices: number | undefined;
  chosen: ReadonlySet<string>;
  onChoose: (ids: ReadonlySet<string>) => void;
  /** Removes all chosen ones, or chooses all about the same thing where there are none. */
  onGroup: () => void;
}

/** The related reports that are about the same thing. */
export const sameTarget = (report: Report, related: readonly Report[]): Report[] =>
  related.filter((other) => isSameTarget(report, other));

/** Moves the focus to the next box of a list, or the one before it, around its end. */
const focusOther = (list: HTMLElement | null, step: 1 | -1): void => {
  const boxes = [...(list?.querySelectorAll("input") ?? [])];
  const at = boxes.findIndex((box) => box === document.activeElement);
  const next = at < 0 ? (step > 0 ? 0 : -1) : (at + step) % boxes.length;
  boxes.at(next)?.focus();
};

const nameOf = (other: Report): string =>
  `${reportReasonLabel(other.reportReason)} · ${other.reporter.nickname}${other.contentTitle === null ? "" : ` · ${other.contentTitle}`}`;

/** What becomes of the reports that are not listed. */
const limitWords = (
  listed: number,
  { target, voices }: { target: number; voices: number | undefined },
): string => {
  if (voices !== undefined) return `먼저 들어온 ${listed}건이에요. 나머지도 함께 처리해요.`;
  return target > listed
    ? `먼저 들어온 ${listed}건이에요. 같은 대상을 모두 고르면 ${target + 1}건을 한 번에 처리해요.`
    : `한 번에 처리할 수 있는 ${listed}건이에요. 처리하면 다음 신고가 나타나요.`;
};

/** The effect of deciding about all of them. */
const Preview = ({
  report,
  chosen,
  voices,
}: Pick<RelatedProps, "report" | "voices"> & { chosen: readonly Report[] }) => {
  // A person has at most one open report about one thing.
  const reporters = voices ?? new Set([report, ...chosen].map(({ reporter }) => reporter.id)).size;
  return (
    <Alert severity="info" role="status">
      신고 {voices ?? chosen.length + 1}건을 같은 결과로 처리하고 신고자 {reporters}명에게 알려요. 제재는{" "}
      {report.reportedUser.nickname}님에게 한 번만 적용돼요.
    </Alert>
  );
};

/** The other open reports about the same person, and which of them are decided with this one. */
export const Related = ({ report, related, counts, voices, chosen, onChoose, onGroup }: RelatedProps) => {
  const list = useRef<HTMLUListElement>(null);
  useKeys({
    pick: () => focusOther(list.current, 1),
    pickBack: () => focusOther(list.current, -1),
  });
  if (related.length === 0) return null;
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  const going = related.filter(({ id }) => chosen.has(id));
  return (
    <Box component="section" aria-label="함께 처리할 신고" sx={{ display: "grid", gap: 1 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
        <Typography variant="subtitle2" component="h3">
          같은 사람의 열린 신고 {counts.person}건 · 같은 대상 {counts.target}건 <KeyCap label="L" />
        </Typography>
        {chosen.size === 0 && sameTarget(report, related).length === 0 ? null : (
          <Button size="small" onClick={onGroup} endIcon={<KeyCap label="G" isHint />}>
            {chosen.size > 0 ? "모두 빼기" : "같은 대상 모두 고르기"}
          </Button>
        )}
      </Box>
      {Math.max(counts.person, counts.target) > related.length ? (
        <Typography variant="body2" color="textSecondary">
          {limitWords(related.length, { target: counts.target, voices })}
        </Typography>
      ) : null}
      <Box
        component="ul"
        ref={list}
        sx={{ m: 0, p: 0, listStyle: "none", maxHeight: 320, overflowY: "auto" }}
      >
        {related.map((other) => (
          <li key={other.id}>
            <FormControlLabel
              control={
                <Checkbox size="small" checked={chosen.has(other.id)} onChange={() => toggle(other.id)} />
              }
              label={
                <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
                  {nameOf(other)} · <ServerTime time={other.createdAt} />
                </Typography>
              }
            />
          </li>
        ))}
      </Box>
      {going.length === 0 ? null : <Preview report={report} voices={voices} chosen={going} />}
    </Box>
  );
};
