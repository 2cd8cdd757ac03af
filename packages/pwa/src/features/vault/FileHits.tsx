import type { BoughtContent } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import CardActionArea from "@mui/material/CardActionArea";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { Link } from "react-router-dom";
import { formatBytes } from "@knowhow/ui/components/format.ts";
import type { FileHit } from "../../offline/vault/late/searchVault.ts";
import { maxHits, maxTextFile, maxTextLength, maxTextPages } from "../../offline/vault/textBounds.ts";
import { readerPath } from "../reading/readingKind.ts";
import { partLabel } from "../reading/textParts.ts";

const Hit = ({ hit, title }: { hit: FileHit; title: string | undefined }) => {
  const { file, page, unit, before, found, after } = hit;
  return (
    <Card component="li" variant="outlined">
      <CardActionArea
        component={Link}
        to={readerPath(file.contentId, file.index, { page, find: found })}
        sx={{ px: 2, py: 1.25, display: "grid", gap: 0.25 }}
      >
        <Typography variant="subtitle2" sx={{ overflowWrap: "anywhere" }}>
          {file.fileName}
          {page === null ? "" : ` · ${partLabel(unit, page)}`}
        </Typography>
        {title === undefined ? null : (
          <Typography variant="body2" color="textSecondary" noWrap>
            {title}
          </Typography>
        )}
        <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
          {before}
          <Box
            component="mark"
            sx={{ bgcolor: "#FDE68A", color: "#111827", borderRadius: "2px", fontWeight: 600 }}
          >
            {found}
          </Box>
          {after}
        </Typography>
      </CardActionArea>
    </Card>
  );
};

interface FileHitsProps {
  hits: readonly FileHit[];
  contents: readonly BoughtContent[];
}

/** Kept files in whose text a search found something, each with a link to the page. */
export const FileHits = ({ hits, contents }: FileHitsProps) => {
  const id = useId();
  if (hits.length === 0) return null;
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: "grid", gap: 1, mt: 2 }}>
      <Typography id={id} variant="subtitle1" component="h3">
        파일 안에서 찾음
      </Typography>
      <Box component="ul" sx={{ display: "grid", gap: 1, m: 0, p: 0, listStyle: "none" }}>
        {hits.map((hit) => (
          <Hit
            key={hit.file.id}
            hit={hit}
            title={contents.find((content) => content.id === hit.file.contentId)?.title}
          />
        ))}
      </Box>
      <Typography variant="body2" color="textSecondary">
        이 기기에 보관한 파일에서 찾아요. 파일마다 앞의 {maxTextPages.toLocaleString("ko-KR")}쪽,{" "}
        {(maxTextLength / 10_000).toLocaleString("ko-KR")}만 자까지이고, {formatBytes(maxTextFile)}보다 큰
        PDF는 빼요.
        {hits.length === maxHits ? ` 파일 ${maxHits}개까지 보여요.` : ""}
      </Typography>
    </Box>
  );
};
