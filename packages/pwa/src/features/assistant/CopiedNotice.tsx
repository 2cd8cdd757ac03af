import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";

/** A text in pieces: those that are sentences of the file, and those between them. */
const piecesOf = (text: string, copied: readonly string[]): { text: string; isCopied: boolean }[] => {
  const pieces: { text: string; isCopied: boolean }[] = [];
  let rest = text;
  for (const sentence of copied) {
    const at = rest.indexOf(sentence);
    if (at < 0) continue;
    pieces.push({ text: rest.slice(0, at), isCopied: false }, { text: sentence, isCopied: true });
    rest = rest.slice(at + sentence.length);
  }
  return [...pieces, { text: rest, isCopied: false }].filter((piece) => piece.text !== "");
};

/** A proposed description; sentences of the file itself are marked. */
export const ProposedDescription = ({ text, copied }: { text: string; copied: readonly string[] }) => (
  <Typography sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
    {piecesOf(text, copied).map((piece, index) =>
      piece.isCopied ? (
        <Box
          component="mark"
          key={index}
          sx={{ bgcolor: "transparent", color: "inherit", textDecoration: "underline dotted 2px" }}
        >
          {piece.text}
        </Box>
      ) : (
        piece.text
      ),
    )}
  </Typography>
);

/** Warns that the description gives away sentences of the file, which everyone could read. */
export const CopiedNotice = ({ copied }: { copied: readonly string[] }) =>
  copied.length === 0 ? null : (
    <Alert severity="warning" role="note">
      밑줄 친 문장 {copied.length}개는 파일에 있는 그대로예요. 설명은 구매하지 않은 사람도 읽으니, 판매할
      내용이면 바꾸거나 지워주세요.
    </Alert>
  );
