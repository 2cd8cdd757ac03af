import { addressOf, type Evidence } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { client } from "../../../client/client.ts";
import { hasCode, messageOf } from "../../../components/failure.ts";
import { useEndpoint } from "../../../client/queries.ts";
import { EvidencePages } from "./EvidencePages.tsx";

type EvidenceContent = NonNullable<Evidence["content"]>;

/** The pictures, whole; a press does not open them elsewhere. */
export const EvidencePictures = ({
  pictures,
  alts = [],
}: {
  pictures: readonly string[];
  /** What their author says that they show. */
  alts?: readonly (string | null)[];
}) =>
  pictures.length === 0 ? null : (
    <Box sx={{ display: "grid", gap: 1, gridTemplateColumns: "repeat(auto-fill, minmax(10rem, 1fr))" }}>
      {pictures.map((address, index) => (
        <Box
          key={address}
          component="img"
          src={address}
          alt={alts[index] ?? `신고 당시 ${alts.length > 0 ? "후기 사진" : "미리보기 이미지"} ${index + 1}`}
          loading="lazy"
          sx={{ width: "100%", borderRadius: "8px", border: "1px solid", borderColor: "divider" }}
        />
      ))}
    </Box>
  );

const FileText = ({ reportId, index, otherWay }: { reportId: string; index: number; otherWay: string }) => {
  const input = { params: { reportId, index: String(index) } };
  const { data, error } = useEndpoint(client.evidences.fileText, input, { staleTime: Infinity });
  if (hasCode(error, "NO_TEXT"))
    return <Alert severity="info">읽을 수 있는 글이 없는 파일이에요. {otherWay}</Alert>;
  if (error) return <Alert severity="error">{messageOf(error)}</Alert>;
  if (!data) return <Skeleton variant="rounded" height={96} />;
  return (
    <Box
      role="region"
      aria-label="파일의 글"
      tabIndex={0}
      sx={{ maxHeight: 320, overflowY: "auto", p: 1.5, borderRadius: "8px", bgcolor: "action.hover" }}
    >
      {data.parts.map(({ page, text }, at) => (
        <Box key={at} sx={{ "& + &": { mt: 1.5 } }}>
          {page === null ? null : (
            <Typography variant="body2" color="textSecondary">
              {page}쪽
            </Typography>
          )}
          <Typography variant="body2" sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {text}
          </Typography>
        </Box>
      ))}
      {data.isCut ? (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          여기까지만 보여드려요. 나머지는 다운로드해 확인해주세요.
        </Typography>
      ) : null}
    </Box>
  );
};

interface EvidenceFileProps {
  reportId: string;
  index: number;
  file: EvidenceContent["files"][number];
}

const EvidenceFile = ({ reportId, index, file: { name, link } }: EvidenceFileProps) => {
  // The extension of a name matches the kind of its file.
  const isPdf = /\.pdf$/i.test(name);
  const [view, setView] = useState<"text" | "pages" | null>(null);
  const toggle = (wanted: "text" | "pages") => setView((shown) => (shown === wanted ? null : wanted));
  const address = addressOf(client.evidences.file.contract, {
    params: { reportId, index: String(index) },
  });
  return (
    <Box component="li" sx={{ display: "grid", gap: 1 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
        <Typography sx={{ flex: "1 1 10rem", overflowWrap: "anywhere" }}>{link ?? name}</Typography>
        {link === null ? (
          <>
            {isPdf ? (
              <Button size="small" aria-expanded={view === "pages"} onClick={() => toggle("pages")}>
                {view === "pages" ? "쪽 접기" : "쪽 보기"}
              </Button>
            ) : null}
            <Button size="small" aria-expanded={view === "text"} onClick={() => toggle("text")}>
              {view === "text" ? "글 접기" : "글 읽기"}
            </Button>
            <Button size="small" component="a" href={address} download aria-label={`${name} 다운로드`}>
              다운로드
            </Button>
          </>
        ) : (
          <Typography variant="body2" color="textSecondary">
            외부 링크
          </Typography>
        )}
      </Box>
      {view === "text" ? (
        <FileText
          {...{ reportId, index }}
          otherWay={isPdf ? "쪽 보기로 확인해주세요." : "다운로드해 확인해주세요."}
        />
      ) : null}
      {view === "pages" ? <EvidencePages reportId={reportId} index={index} /> : null}
    </Box>
  );
};

/** The files: read as text or shown page by page in place, or downloaded; never opened in the product itself. */
export const EvidenceFiles = ({ reportId, files }: { reportId: string; files: EvidenceContent["files"] }) => (
  <Box
    component="ul"
    aria-label="신고 당시 파일"
    sx={{ m: 0, p: 0, listStyle: "none", display: "grid", gap: 1 }}
  >
    {files.map((file, index) => (
      <EvidenceFile key={index} reportId={reportId} index={index} file={file} />
    ))}
  </Box>
);
