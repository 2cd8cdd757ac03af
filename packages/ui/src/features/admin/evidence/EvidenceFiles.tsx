import { addressOf, type Evidence } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { Fragment, useState } from "react";
import { client } from "../../../client/client.ts";
import { hasCode, messageOf } from "../../../components/failure.ts";
import { useEndpoint } from "../../../client/queries.ts";
import { EvidencePages, inputOf, type FilePlace } from "./EvidencePages.tsx";

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

const FileText = ({ place, otherWay }: { place: FilePlace; otherWay: string }) => {
  const { data, error } = useEndpoint(client.evidences.fileText, inputOf(place), { staleTime: Infinity });
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
  place: FilePlace;
  file: EvidenceContent["files"][number];
}

const EvidenceFile = ({ place, file: { name, link } }: EvidenceFileProps) => {
  // The extension of a name matches the kind of its file.
  const isPdf = /\.pdf$/i.test(name);
  const [view, setView] = useState<"text" | "pages" | null>(null);
  const toggle = (wanted: "text" | "pages") => setView((shown) => (shown === wanted ? null : wanted));
  const address = addressOf(client.evidences.file.contract, inputOf(place));
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
        <FileText place={place} otherWay={isPdf ? "쪽 보기로 확인해주세요." : "다운로드해 확인해주세요."} />
      ) : null}
      {view === "pages" ? <EvidencePages place={place} /> : null}
    </Box>
  );
};

interface FileListProps {
  label: string;
  files: EvidenceContent["files"];
  reportId: string;
  version?: number;
}

const FileList = ({ label, files, reportId, version }: FileListProps) => (
  <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: "none", display: "grid", gap: 1 }}>
    {files.map((file, index) => (
      <EvidenceFile key={index} place={{ reportId, index, version }} file={file} />
    ))}
  </Box>
);

interface EvidenceFilesProps {
  reportId: string;
  content: Pick<EvidenceContent, "files" | "earlierVersions">;
}

/**
 * The files, by version where the reporter has earlier ones too: read as text or shown page by page in place, or
 * downloaded; never opened in the product itself.
 */
export const EvidenceFiles = ({ reportId, content: { files, earlierVersions = [] } }: EvidenceFilesProps) => {
  const [before] = earlierVersions;
  if (!before) return <FileList label="신고 당시 파일" files={files} reportId={reportId} />;
  return (
    <>
      <Typography variant="subtitle2" component="h5">
        버전 {before.number + 1} (신고 당시 판매)
      </Typography>
      <FileList label="신고 당시 파일" files={files} reportId={reportId} />
      {earlierVersions.map((earlier) => (
        <Fragment key={earlier.number}>
          <Typography variant="subtitle2" component="h5">
            버전 {earlier.number} (신고자가 받을 수 있는 이전 파일)
          </Typography>
          <FileList
            label={`버전 ${earlier.number} 파일`}
            files={earlier.files}
            reportId={reportId}
            version={earlier.number}
          />
        </Fragment>
      ))}
    </>
  );
};
