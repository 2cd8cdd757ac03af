import { minRatings, type RatingSummary as Summary } from "@knowhow/shared";
import Box from "@mui/material/Box";
import MuiRating from "@mui/material/Rating";
import Typography from "@mui/material/Typography";
import { starsSx } from "./starsSx.ts";

const scores = [5, 4, 3, 2, 1] as const;

const Bar = ({ score, count, total }: { score: number; count: number; total: number }) => (
  <Box
    component="li"
    aria-label={`${score}점 ${count}명`}
    sx={{ display: "flex", alignItems: "center", gap: 1, typography: "body2", color: "text.secondary" }}
  >
    <Box component="span" aria-hidden sx={{ minWidth: "2em" }}>
      {score}점
    </Box>
    <Box
      aria-hidden
      sx={{ flex: 1, height: 8, borderRadius: 999, bgcolor: "action.hover", overflow: "hidden" }}
    >
      <Box
        sx={{
          height: "100%",
          width: `${(count / total) * 100}%`,
          borderRadius: 999,
          bgcolor: "primary.main",
        }}
      />
    </Box>
    <Box component="span" aria-hidden sx={{ minWidth: "2.5em", textAlign: "right" }}>
      {count.toLocaleString("ko-KR")}
    </Box>
  </Box>
);

/** How a content is rated on the whole: the mean, with a word where few gave one, and how many gave each score. */
export const RatingSummary = ({ summary: { count, mean, distribution } }: { summary: Summary }) => (
  <Box
    sx={{
      display: "grid",
      gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "auto minmax(0, 1fr)" },
      alignItems: "center",
      columnGap: 4,
      rowGap: 2,
      p: 2,
      borderRadius: "12px",
      border: "1px solid",
      borderColor: "divider",
      bgcolor: "background.paper",
      fontVariantNumeric: "tabular-nums",
    }}
  >
    {mean === null ? null : (
      <Box sx={{ display: "grid", justifyItems: { sm: "center" }, gap: 0.5 }}>
        <Typography component="p" variant="h1" aria-hidden>
          {mean.toFixed(1)}
        </Typography>
        <MuiRating
          readOnly
          value={mean}
          precision={0.1}
          sx={starsSx}
          getLabelText={() => `평균 ${mean.toFixed(1)}점`}
        />
        <Typography variant="body2" color="textSecondary">
          후기 {count.toLocaleString("ko-KR")}개
        </Typography>
        {count < minRatings ? (
          <Typography
            variant="body2"
            color="textSecondary"
            sx={{ maxWidth: "18em", textAlign: { sm: "center" } }}
          >
            후기가 {minRatings}개보다 적어 아직 참고만 해주세요.
          </Typography>
        ) : null}
      </Box>
    )}
    <Box
      component="ul"
      aria-label="별점 분포"
      sx={{ display: "grid", gap: 0.5, m: 0, p: 0, listStyle: "none" }}
    >
      {scores.map((score) => (
        <Bar key={score} score={score} count={distribution[score]} total={count} />
      ))}
    </Box>
  </Box>
);
