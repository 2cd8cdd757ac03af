import ArrowBackRounded from "@mui/icons-material/ArrowBackRounded";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { useDocumentTitle } from "@knowhow/ui/components/PageTitle.tsx";

interface ReaderFrameProps {
  bar: ReactNode;
  children: ReactNode;
  foot?: ReactNode;
}

/** Fills the window: a row of acts, the file, a row of places. */
export const ReaderFrame = ({ bar, children, foot }: ReaderFrameProps) => (
  <Box
    sx={{
      display: "grid",
      gridTemplateRows: "auto minmax(0, 1fr) auto",
      gridTemplateColumns: "minmax(0, 1fr)",
      height: "100%",
    }}
  >
    <Box
      component="header"
      sx={{ borderBottom: "1px solid", borderColor: "divider", bgcolor: "background.paper" }}
    >
      {bar}
    </Box>
    <Box sx={{ position: "relative", overflow: "hidden", bgcolor: "background.default" }}>{children}</Box>
    {foot}
  </Box>
);

interface ReaderTitleProps {
  contentId: string;
  title: string;
  fileName: string;
  /** Acts at the end of the row. */
  children?: ReactNode;
}

/** The file that is read, and the way back to its content. */
export const ReaderTitle = ({ contentId, title, fileName, children }: ReaderTitleProps) => {
  useDocumentTitle(fileName === "" ? title : `${fileName} 읽기`);
  return (
    <Box
      // With large letters the acts have a row of their own.
      sx={{
        display: "flex",
        flexWrap: "wrap",
        justifyContent: "flex-end",
        alignItems: "center",
        minHeight: 56,
        px: 0.5,
      }}
    >
      <IconButton component={Link} to={`/content/${contentId}`} aria-label="콘텐츠로 돌아가기">
        <ArrowBackRounded />
      </IconButton>
      <Box sx={{ flex: "1 1 6rem", minWidth: 0, px: 0.5 }}>
        <Typography component="h1" variant="subtitle2" noWrap>
          {fileName === "" ? title : fileName}
        </Typography>
        {fileName === "" ? null : (
          <Typography variant="body2" color="textSecondary" noWrap>
            {title}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: "flex" }}>{children}</Box>
    </Box>
  );
};
