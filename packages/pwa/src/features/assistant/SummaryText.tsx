import type { ContentSummary, SummarySource } from "@knowhow/shared";
import Box from "@mui/material/Box";
import MuiLink from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { Link } from "react-router-dom";
import { extensionOf } from "@knowhow/ui/device/drafts/fileRules.ts";
import { readerPath, readingKindOf } from "../reading/readingKind.ts";
import { EngineLabel } from "./EngineLabel.tsx";
import type { Summarised } from "./useSummary.ts";

/** The unit of position in a file, by its extension; by default the page. */
const units = new Map([
  ["ppt", "번 슬라이드"],
  ["pptx", "번 슬라이드"],
  ["xls", "번째 시트"],
  ["xlsx", "번째 시트"],
]);

/** Where a sentence is from: `교안.pdf, 3쪽`. */
const placeOf = ({ fileName, page }: SummarySource): string =>
  page === null ? fileName : `${fileName}, ${page}${units.get(extensionOf(fileName)) ?? "쪽"}`;

const linesOf = (summary: string): string[] =>
  summary
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Whether each line of a summary has its own source: the built-in helper says sentences of the files, one by one. */
const isPaired = (
  { engine }: ContentSummary,
  lines: readonly string[],
  sources: readonly SummarySource[],
): boolean =>
  lines.length === sources.length &&
  (engine === "local" || lines.every((line, index) => line === sources[index]?.text.trim()));

/** Characters of a sentence by which the reader finds it. */
const searchedLength = 40;

/** The place of a sentence; it leads there where the file is known and can be read. */
const Place = ({ content: { id, fileNames }, source }: { content: Summarised; source: SummarySource }) => {
  const index = fileNames.indexOf(source.fileName);
  if (index < 0 || !readingKindOf(source.fileName)) return placeOf(source);
  const find = source.text.slice(0, searchedLength);
  return (
    <MuiLink component={Link} to={readerPath(id, index, { page: source.page, find })}>
      {placeOf(source)}
    </MuiLink>
  );
};

interface SentencesProps {
  content: Summarised;
  sources: readonly SummarySource[];
  /** The sentence on each source; by default its own words. */
  lines?: readonly string[] | undefined;
  labelId: string;
}

const Sentences = ({ content, sources, lines, labelId }: SentencesProps) => (
  <Box
    component="ol"
    aria-labelledby={labelId}
    sx={{ m: 0, p: 0, listStyle: "none", display: "grid", gap: 1.5 }}
  >
    {sources.map((source, index) => (
      <Box
        component="li"
        // Two files may have the same sentence.
        key={`${index} ${source.text}`}
        sx={{ pl: 1.5, borderLeft: "3px solid", borderColor: "primary.main", overflowWrap: "anywhere" }}
      >
        <Typography component="q" sx={{ quotes: "none", display: "block" }}>
          {lines?.[index] ?? source.text}
        </Typography>
        <Typography component="cite" variant="body2" color="text.secondary" sx={{ fontStyle: "normal" }}>
          <Place content={content} source={source} />
        </Typography>
      </Box>
    ))}
  </Box>
);

/** A summary with its source sentences; where each line has its own, the two are shown as one. */
export const SummaryText = ({
  content,
  summary: answer,
}: {
  content: Summarised;
  summary: ContentSummary;
}) => {
  const id = useId();
  const { summary, engine, sources = [] } = answer;
  const lines = linesOf(summary);
  const areOne = isPaired(answer, lines, sources);
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 2 }}>
      <EngineLabel of="summary" engine={engine} />
      {areOne ? null : (
        <Box sx={{ display: "grid", gap: 1 }}>
          {lines.map((line, index) => (
            <Typography key={`${index} ${line}`} sx={{ overflowWrap: "anywhere" }}>
              {line}
            </Typography>
          ))}
        </Box>
      )}
      {sources.length > 0 ? (
        <div>
          <Typography variant="subtitle2" component="h3" id={id} sx={{ mb: 1 }}>
            {areOne ? "핵심 문장" : "근거가 된 문장"}
          </Typography>
          <Sentences content={content} sources={sources} lines={areOne ? lines : undefined} labelId={id} />
        </div>
      ) : null}
    </Box>
  );
};
