import Box from "@mui/material/Box";

const escape = (word: string): string => word.replace(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`);

/** A text with the words of a search marked. */
export const MarkedText = ({ text, words }: { text: string; words: string }) => {
  const wanted = words.split(/\s+/u).filter(Boolean);
  if (wanted.length === 0) return text;
  // Every second piece is one of the words.
  const pieces = text.split(new RegExp(`(${wanted.map(escape).join("|")})`, "giu"));
  return pieces.map((piece, index) =>
    index % 2 === 1 ? (
      <Box component="mark" key={index} sx={{ bgcolor: "#FDE68A", color: "#111827", borderRadius: 0.5 }}>
        {piece}
      </Box>
    ) : (
      piece
    ),
  );
};
