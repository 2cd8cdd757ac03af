import { categoryLabel } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { Link } from "react-router-dom";
import { client } from "@knowhow/ui/client/client.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { ContentCover, GeneratedCover } from "../../components/ContentCover.tsx";

/** Categories that stand for contents, where too little is sold yet. */
const examples = ["career", "cooking", "programming"] as const;

const places = [
  { rotate: "-7deg", translate: { xs: "-58% 4%", md: "-30% 8%" } },
  { rotate: "5deg", translate: { xs: "58% -4%", md: "30% -12%" } },
  { rotate: "-1deg", translate: { xs: "0 6%", md: "0 16%" } },
] as const;

/** A small pile of the best sellers, for the eye only: the shelf below says it in words. */
const Covers = () => {
  const { data, error } = useEndpoint(client.contents.popular, {});
  const sold = data && data.length >= places.length ? data : undefined;
  const isWaiting = !data && !error;
  return (
    <Box
      aria-hidden
      sx={{ display: "grid", placeItems: "center", height: { xs: 124, md: 290 }, minWidth: 0 }}
    >
      {examples.map((category, position) => {
        const content = sold?.[position];
        return (
          <Box
            key={category}
            sx={{
              gridArea: "1 / 1",
              position: "relative",
              width: { xs: 136, md: 264 },
              aspectRatio: "4 / 3",
              overflow: "hidden",
              containerType: "inline-size",
              borderRadius: "12px",
              border: "1px solid",
              borderColor: "divider",
              bgcolor: "background.default",
              boxShadow: 1,
              ...places[position],
            }}
          >
            {content ? (
              <ContentCover content={content} sizes="(min-width:900px) 264px, 136px" />
            ) : isWaiting ? null : (
              <GeneratedCover category={category} title={categoryLabel(category)} />
            )}
          </Box>
        );
      })}
    </Box>
  );
};

/** Top of the home page: the product in a few words, and the two links into it. */
export const Hero = () => (
  <Box
    component="section"
    sx={{
      display: "grid",
      gridTemplateColumns: { md: "1.15fr 1fr" },
      alignItems: "center",
      gap: { xs: 2.5, md: 4 },
      px: { xs: 2.5, md: 6 },
      py: { xs: 2.5, md: 4 },
      borderRadius: "20px",
      overflow: "hidden",
      bgcolor: "background.paper",
      border: "1px solid",
      borderColor: "divider",
      backgroundImage:
        "radial-gradient(circle at 88% 10%, color-mix(in srgb, var(--kh-palette-primary-main) 14%, transparent), transparent 58%)",
    }}
  >
    <Box>
      <Typography variant="overline" component="p" sx={{ color: "secondary.main", mb: 1 }}>
        지식 콘텐츠 마켓
      </Typography>
      <Typography
        variant="h1"
        // In one line of a phone, in two of a desk.
        sx={{ fontSize: { xs: "1.25rem", md: "2.125rem" }, maxWidth: { md: "9em" } }}
      >
        해본 사람의 노하우, 오늘 바로 내 것으로
      </Typography>
      <Typography
        color="textSecondary"
        sx={{ mt: { xs: 0.75, md: 1.5 }, maxWidth: "30rem", fontSize: { xs: "0.9375rem", md: "1.0625rem" } }}
      >
        자격증 정리 노트부터 레시피, 업무 템플릿까지. 멘토가 직접 만든 콘텐츠를 사고, 내 경험도 콘텐츠로
        팔아보세요.
      </Typography>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1.5, mt: { xs: 2, md: 3 } }}>
        <Button component={Link} to="/market" variant="contained" size="large">
          마켓 둘러보기
        </Button>
        <Button component={Link} to="/upload" variant="outlined" size="large" color="inherit">
          콘텐츠 올리기
        </Button>
      </Box>
    </Box>
    <Covers />
  </Box>
);
