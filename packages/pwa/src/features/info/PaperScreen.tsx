import HomeOutlined from "@mui/icons-material/HomeOutlined";
import PrintOutlined from "@mui/icons-material/PrintOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MuiLink from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Link } from "react-router-dom";
import { formatDate } from "@knowhow/ui/components/format.ts";
import { PageTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { useIsDesk } from "@knowhow/ui/components/useIsDesk.ts";
import { columnTop } from "@knowhow/ui/theme/tokens.ts";
import type { Paper } from "./paper.ts";
import { PaperBlock } from "./PaperBlock.tsx";
import { useAnchor } from "@knowhow/ui/components/useAnchor.ts";

/** Open where there is room beside the text, on a phone when it is pressed. */
const Contents = ({ paper }: { paper: Paper }) => {
  const isDesk = useIsDesk();
  return (
    <Box
      component="nav"
      aria-label="목차"
      sx={{
        position: { md: "sticky" },
        top: { md: columnTop },
        maxHeight: { md: `calc(100dvh - 28px - ${columnTop})` },
        overflowY: { md: "auto" },
        p: 2,
        border: "1px solid",
        borderColor: "divider",
        borderRadius: "12px",
        bgcolor: "background.paper",
      }}
    >
      <details open={isDesk}>
        <summary>
          <Typography variant="subtitle2" component="h2" sx={{ display: "inline" }}>
            목차
          </Typography>
        </summary>
        <Box component="ol" sx={{ m: 0, mt: 1, p: 0, listStyle: "none" }}>
          {paper.chapters.map(({ id, title }) => (
            <li key={id}>
              <MuiLink
                component={Link}
                to={{ hash: id }}
                underline="hover"
                color="textSecondary"
                sx={{ display: "block", py: 0.75 }}
              >
                {title}
              </MuiLink>
            </li>
          ))}
        </Box>
      </details>
    </Box>
  );
};

const Acts = () => (
  <Box data-print="none" sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
    <Button component={Link} to="/" variant="outlined" startIcon={<HomeOutlined />}>
      홈으로 돌아가기
    </Button>
    <Button
      variant="text"
      color="inherit"
      startIcon={<PrintOutlined />}
      onClick={() => {
        window.print();
      }}
    >
      인쇄하기
    </Button>
  </Box>
);

/** A text in chapters: dates, table of contents, chapters with addresses of their own, fit to be printed. */
export const PaperScreen = ({ paper }: { paper: Paper }) => {
  useAnchor();
  const day = formatDate(`${paper.effectiveFrom}T00:00:00+09:00`);
  return (
    <Box component="article" sx={{ display: "grid", gap: 3 }}>
      <Box sx={{ display: "grid", gap: 1.5, maxWidth: "46rem" }}>
        <PageTitle
          title={paper.title}
          description={
            <>
              시행일 <time dateTime={paper.effectiveFrom}>{paper.effectiveFrom}</time> ({day})
            </>
          }
        />
        <Typography>{paper.intro}</Typography>
        <Acts />
      </Box>
      <Box
        sx={{
          display: "grid",
          gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "260px minmax(0, 46rem)" },
          gap: { xs: 3, md: 5 },
          alignItems: "start",
          "@media print": { display: "block" },
        }}
      >
        <Contents paper={paper} />
        <Box sx={{ display: "grid", gap: 4, minWidth: 0 }}>
          {paper.chapters.map(({ id, title, blocks }) => (
            <Box
              key={id}
              component="section"
              id={id}
              aria-labelledby={`${id}-title`}
              sx={{ display: "grid", gap: 1.25, scrollMarginTop: "6rem", breakInside: "avoid-page" }}
            >
              <Typography id={`${id}-title`} variant="h3" component="h2">
                {title}
              </Typography>
              {blocks.map((block) => (
                <PaperBlock key={JSON.stringify(block)} block={block} label={title} />
              ))}
            </Box>
          ))}
          <Typography variant="body2" color="textSecondary">
            부칙: 이 내용은 {day}부터 시행합니다. 내용을 바꿀 때에는 시행 7일 전부터 서비스 안에서
            알려드립니다.
          </Typography>
          <Acts />
        </Box>
      </Box>
    </Box>
  );
};
