import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { MarkdownText } from "../../components/MarkdownText.tsx";

/** Texts longer than this begin folded, in characters. */
const foldFrom = 900;

/** The seller's description; a long one begins folded. */
export const Description = ({ text }: { text: string }) => {
  const [isOpen, setIsOpen] = useState(text.length <= foldFrom);
  return (
    <Box component="section" aria-labelledby="description-title">
      <Typography variant="h2" id="description-title" sx={{ mb: 1.5 }}>
        소개
      </Typography>
      <Box
        sx={{
          maxWidth: "44rem",
          ...(isOpen
            ? {}
            : {
                maxHeight: "20rem",
                overflow: "hidden",
                maskImage: "linear-gradient(black 70%, transparent)",
              }),
        }}
      >
        <MarkdownText text={text} />
      </Box>
      {isOpen ? null : (
        <Button onClick={() => setIsOpen(true)} sx={{ mt: 1 }}>
          소개 모두 보기
        </Button>
      )}
    </Box>
  );
};
