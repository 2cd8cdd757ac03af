import { formatWon } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { Link } from "react-router-dom";
import { client } from "@knowhow/ui/client/client.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { isConnectionError } from "@knowhow/ui/components/failure.ts";
import { formatCount } from "@knowhow/ui/components/format.ts";
import { NotKept } from "@knowhow/ui/components/NotKept.tsx";
import { Section, SectionError } from "../../components/Section.tsx";

const figures = [
  { key: "totalContents", label: "등록 콘텐츠", unit: "개" },
  { key: "totalViews", label: "총 조회수", unit: "회" },
  { key: "totalLikes", label: "받은 좋아요", unit: "개" },
  { key: "totalBuyers", label: "구매자", unit: "명" },
] as const;

type Statistics = Awaited<ReturnType<typeof client.contents.statistics>>;

const Figure = ({
  label,
  value,
  isLead = false,
}: {
  label: string;
  value: string | undefined;
  isLead?: boolean;
}) => (
  <Box
    sx={{
      gridColumn: isLead ? { xs: "1 / -1", sm: "1 / -1" } : undefined,
      p: 2,
      borderRadius: "12px",
      bgcolor: isLead
        ? "color-mix(in srgb, var(--kh-palette-primary-main) 10%, transparent)"
        : "background.default",
    }}
  >
    <Typography component="dt" variant="body2" color="textSecondary">
      {label}
    </Typography>
    <Typography
      component="dd"
      variant={isLead ? "h2" : "h3"}
      sx={{ m: 0, fontVariantNumeric: "tabular-nums", ...(isLead ? { color: "primary.main" } : {}) }}
    >
      {value ?? <Skeleton width="60%" />}
    </Typography>
  </Box>
);

const Figures = ({ statistics }: { statistics: Statistics | undefined }) => (
  <Box
    component="dl"
    aria-busy={statistics === undefined}
    sx={{
      display: "grid",
      gridTemplateColumns: { xs: "1fr 1fr", sm: "repeat(4, 1fr)" },
      gap: 1,
      m: 0,
    }}
  >
    <Figure
      isLead
      label="총 수익 (수수료를 뺀 정산 금액)"
      value={statistics && formatWon(statistics.totalRevenue)}
    />
    {figures.map(({ key, label, unit }) => (
      <Figure key={key} label={label} value={statistics && `${formatCount(statistics[key])}${unit}`} />
    ))}
  </Box>
);

const offline = "판매 통계는 연결되면 볼 수 있어요.";

/** The user's sales so far, in figures. */
export const StatisticsSection = () => {
  const { data, error, refetch } = useEndpoint(client.contents.statistics, {});
  const isOffline = isConnectionError(error) && error.isOffline;
  const summary = (
    <NotKept words={offline}>
      {data || isOffline ? (
        <Typography color="textSecondary">
          {data ? `총 수익 ${formatWon(data.totalRevenue)}` : offline}
        </Typography>
      ) : (
        <Skeleton width="50%" />
      )}
    </NotKept>
  );
  return (
    <Section
      anchor="statistics"
      title="판매 통계"
      // A failure is shown at once.
      {...(error && !isOffline ? {} : { summary })}
      action={
        <Button component={Link} to="/seller">
          판매 현황
        </Button>
      }
    >
      <NotKept words={offline}>
        {error ? (
          <SectionError
            error={error}
            title="판매 통계를 불러오지 못했습니다"
            offline={offline}
            onRetry={() => void refetch()}
          />
        ) : (
          <Figures statistics={data} />
        )}
      </NotKept>
    </Section>
  );
};
