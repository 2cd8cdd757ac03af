import {
  hasPages,
  maxPicturedPages,
  maxTrialPages,
  proposeTrial,
  rowsPerPage,
  shareTrouble,
  type TablePage,
  type TrialChoice,
  type TrialShare,
} from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import OutlinedInput from "@mui/material/OutlinedInput";
import Typography from "@mui/material/Typography";
import { useId, useState } from "react";
import { FieldFrame } from "@knowhow/ui/forms/FormTextField.tsx";
import { PagePicture } from "./PagePicture.tsx";
import { TablePicture } from "./TablePicture.tsx";

/** A file to choose from; the words about it need its name. */
export type ChoiceFile = Pick<TrialChoice, "fileName" | "unit" | "total" | "min" | "tables">;

/**
 * Pictures that are asked for at once: each is drawn when it is asked for, and a browser has few connections, of which
 * saving needs one.
 */
const picturesAtOnce = 3;
/** Pages that are shown to choose from at a time. */
const pagesAtOnce = 12;

/** The share of one file as it is typed: its pages, or how many characters. */
export interface TypedShare {
  pages: readonly number[];
  characters: string;
}

/** A share that is kept, as it would be typed. */
export const typedShareOf = ({ pages, characters }: TrialShare): TypedShare => ({
  pages,
  characters: String(characters),
});
const count = (value: number): string => value.toLocaleString("ko-KR");

/** Why a typed share can not be saved, if so; of a text that is shown at all, at least a character. */
export const troubleOf = (file: ChoiceFile, { pages, characters }: TypedShare): string | undefined =>
  hasPages(file) || Number(characters) > 0
    ? shareTrouble(file, { pages: [...pages], characters: Number(characters) })
    : "미리 읽을 글자 수를 입력해주세요.";

/** The proposed trial, which holds where the form sends nothing. */
export const proposalOf = (file: ChoiceFile): TypedShare => typedShareOf(proposeTrial(file));

/** Whether a typed share is the proposed trial. */
export const isProposal = (file: ChoiceFile, typed: TypedShare): boolean =>
  JSON.stringify(typed) === JSON.stringify(proposalOf(file));

interface FileProps {
  file: ChoiceFile;
  /** Address of a small picture of a page. */
  pictureOf: (page: number) => string;
  typed: TypedShare;
  onChange: (typed: TypedShare) => void;
}

const pictureLook = {
  display: "block",
  width: "100%",
  height: "9rem",
  objectFit: "contain",
  objectPosition: "top",
  color: "#4B5563",
} as const;

/** The rows of a page, by their sheet. */
const TableName = ({ table: { sheet, from, to, rows } }: { table: TablePage }) => (
  <Box
    component="span"
    sx={{ display: "block", typography: "body2", px: 1, pb: 1, overflowWrap: "anywhere" }}
  >
    {sheet} {from === to ? count(from) : `${count(from)}–${count(to)}`}행{" "}
    <Box component="span" sx={{ display: "block", color: "text.secondary" }}>
      전체 {count(rows)}행
    </Box>
  </Box>
);

const Pages = ({ file: { fileName, unit, total, tables }, pictureOf, typed, onChange }: FileProps) => {
  const [shown, setShown] = useState(pagesAtOnce);
  const [settled, setSettled] = useState<ReadonlySet<number>>(new Set());
  const handleToggle = (page: number, isWanted: boolean) => {
    const pages = typed.pages.filter((other) => other !== page);
    onChange({
      ...typed,
      pages: (isWanted ? [...pages, page] : pages).toSorted((one, other) => one - other),
    });
  };
  return (
    <>
      <Box
        component="ul"
        aria-label={`${fileName}의 쪽`}
        sx={{
          display: "grid",
          gridTemplateColumns: "repeat(auto-fill, minmax(7.5rem, 1fr))",
          gap: 1,
          m: 0,
          p: 0,
          listStyle: "none",
        }}
      >
        {Array.from({ length: Math.min(shown, total) }, (_, index) => index + 1).map((page) => {
          const table = tables?.[page - 1];
          return (
            <Box
              component="li"
              key={page}
              sx={{
                border: "1px solid",
                borderColor: typed.pages.includes(page) ? "primary.main" : "divider",
                borderRadius: 1,
                overflow: "hidden",
              }}
            >
              <Box component="label" sx={{ display: "grid", cursor: "pointer" }}>
                {unit === "page" && page <= maxPicturedPages ? (
                  page <= settled.size + picturesAtOnce ? (
                    <PagePicture
                      src={pictureOf(page)}
                      alt=""
                      isBare
                      onSettled={() => setSettled((before) => new Set([...before, page]))}
                      sx={pictureLook}
                    />
                  ) : (
                    <Box component="span" sx={{ ...pictureLook, bgcolor: "action.disabledBackground" }} />
                  )
                ) : null}
                {table ? <TablePicture table={table} /> : null}
                <Box component="span" sx={{ display: "flex", alignItems: "center" }}>
                  <Checkbox
                    checked={typed.pages.includes(page)}
                    onChange={(event) => handleToggle(page, event.target.checked)}
                  />
                  {page}쪽
                </Box>
                {table ? <TableName table={table} /> : null}
              </Box>
            </Box>
          );
        })}
      </Box>
      {shown < total ? (
        <Button onClick={() => setShown((before) => before + pagesAtOnce)} sx={{ justifySelf: "start" }}>
          쪽 더 보기 ({count(Math.min(shown, total))}/{count(total)})
        </Button>
      ) : null}
    </>
  );
};

const Characters = ({ file: { total, min }, typed, onChange }: FileProps) => {
  const id = useId();
  return (
    <FieldFrame
      id={id}
      label="앞에서부터 보여줄 글자 수"
      help={`${count(total)}자 가운데 ${count(Math.max(min, 1))}자 이상 고를 수 있어요.`}
    >
      <OutlinedInput
        id={id}
        value={typed.characters}
        onChange={(event) => onChange({ ...typed, characters: event.target.value.replace(/\D/g, "") })}
        inputProps={{ inputMode: "numeric", maxLength: 6, "aria-describedby": `${id}-help` }}
      />
    </FieldFrame>
  );
};

/** Chooses the open part of one file: pages by their pictures, or the length of a text. */
export const FileChoice = (props: FileProps) => {
  const { file, typed } = props;
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 1 }}
    >
      <Typography variant="subtitle1" component="h3" id={id} sx={{ overflowWrap: "anywhere" }}>
        {file.fileName}
      </Typography>
      {file.unit === "none" ? (
        <Typography color="textSecondary">
          이 파일은 미리 읽게 할 수 없어요. 미리보기 이미지와 소개로 내용을 보여주세요.
        </Typography>
      ) : (
        <>
          {hasPages(file) ? (
            <>
              <Typography color="textSecondary" role="status">
                {file.total < 3
                  ? "쪽수가 적어 고른 쪽의 윗부분만 보여요."
                  : `${count(typed.pages.length)}쪽을 골랐어요. ${count(file.total)}쪽 가운데 ${
                      file.min > 0 ? `${file.min}쪽 이상, ` : ""
                    }${Math.min(maxTrialPages, file.min > 0 ? file.total - 1 : file.total)}쪽까지 고를 수 있어요.`}
              </Typography>
              {file.unit === "sheet" ? (
                <Typography color="textSecondary">
                  시트마다 내용이 있는 행을 {rowsPerPage}행까지 한 쪽으로 나눴어요. 기본값은 전체 내용의 3분의
                  1까지만 보여요.
                </Typography>
              ) : null}
              <Pages {...props} />
            </>
          ) : (
            <Characters {...props} />
          )}
        </>
      )}
    </Box>
  );
};
