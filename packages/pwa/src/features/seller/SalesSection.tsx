import { formatWon, type DaySales, type MonthSales } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { lazy, Suspense, useState, type ComponentType } from "react";
import { Section, SectionError } from "../../components/Section.tsx";
import { serverNow } from "@knowhow/ui/client/serverClock.ts";
import { client } from "@knowhow/ui/client/client.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { useNearViewport } from "@knowhow/ui/components/useNearViewport.ts";
import { SalesTable } from "./SalesTable.tsx";
import { shownDays, shownMonths, spansOfDays, spansOfMonths, sumOf, type SalesSpan } from "./salesSpans.ts";

type Span = "day" | "month";

/** Without a network the chart's code may be missing: the table replaces it. */
const Chart = lazy<ComponentType<{ spans: readonly SalesSpan[] }>>(() =>
  import("./SalesChart.tsx").then(
    ({ SalesChart }) => ({ default: SalesChart }),
    () => ({ default: () => null }),
  ),
);

const chartHeight = 240;

const wordsOf = (by: Span): string => (by === "day" ? `최근 ${shownDays}일` : `최근 ${shownMonths}개월`);

const useSpans = (by: Span) => {
  const [now] = useState(() => serverNow());
  // The newest ones, whichever day it is: without a network the answer of an earlier day is found under this address.
  const limit = by === "day" ? shownDays : shownMonths;
  const { data, error, refetch } = useEndpoint(client.seller.listSales, { query: { by, limit } });
  // The type of the rows depends on `by`.
  const spans =
    data && (by === "day" ? spansOfDays(data as DaySales[], now) : spansOfMonths(data as MonthSales[], now));
  return { spans, error, refetch };
};

const Summary = ({ by, spans }: { by: Span; spans: readonly SalesSpan[] }) => {
  const { salesCount, freeCount, refundsCount, sellerAmount } = sumOf(spans);
  const counts = [
    `판매 ${salesCount}건`,
    freeCount > 0 ? `무료 ${freeCount}건` : "",
    refundsCount > 0 ? `환불 ${refundsCount}건` : "",
  ].filter(Boolean);
  return (
    <Typography role="status">
      {wordsOf(by)} 동안{" "}
      <Box component="strong" sx={{ fontVariantNumeric: "tabular-nums" }}>
        {formatWon(sellerAmount)}
      </Box>{" "}
      · {counts.join(" · ")}
    </Typography>
  );
};

const Spans = ({ by, spans }: { by: Span; spans: readonly SalesSpan[] }) => {
  const { ref, isNear } = useNearViewport("200px");
  const { salesCount, freeCount, refundsCount } = sumOf(spans);
  // A chart without sales has no bars.
  if (salesCount + freeCount + refundsCount === 0)
    return (
      <Typography role="status" color="textSecondary">
        {wordsOf(by)} 동안 판매가 없어요. 판매가 생기면 그래프로 보여드려요.
      </Typography>
    );
  return (
    <>
      <Summary by={by} spans={spans} />
      <Box ref={ref} aria-hidden sx={{ height: chartHeight, mx: { xs: -1, md: 0 } }}>
        {isNear ? (
          <Suspense fallback={<Skeleton variant="rounded" height={chartHeight} />}>
            <Chart spans={spans} />
          </Suspense>
        ) : null}
      </Box>
      <SalesTable by={by} spans={spans} />
    </>
  );
};

/** The sales, day by day or month by month. */
export const SalesSection = () => {
  const [by, setBy] = useState<Span>("day");
  const { spans, error, refetch } = useSpans(by);
  return (
    <Section
      anchor="sales"
      title="판매 추이"
      description="수수료를 뺀 내 몫이에요. 환불된 주문은 빠져요."
      action={
        <ToggleButtonGroup
          exclusive
          size="small"
          color="primary"
          aria-label="기간 단위"
          value={by}
          onChange={(_, next: Span | null) => setBy(next ?? by)}
          sx={{ mr: 1 }}
        >
          <ToggleButton value="day" sx={{ minHeight: 44, px: 2 }}>
            일별
          </ToggleButton>
          <ToggleButton value="month" sx={{ minHeight: 44, px: 2 }}>
            월별
          </ToggleButton>
        </ToggleButtonGroup>
      }
    >
      {spans ? (
        <Spans by={by} spans={spans} />
      ) : error ? (
        <SectionError
          error={error}
          title="판매 추이를 불러오지 못했습니다"
          offline="판매 추이는 연결되면 볼 수 있어요."
          onRetry={() => void refetch()}
        />
      ) : (
        <Box role="status" aria-busy aria-label="판매 추이를 불러오는 중">
          <Skeleton width="60%" />
          <Skeleton variant="rounded" height={chartHeight} sx={{ mt: 2 }} />
        </Box>
      )}
    </Section>
  );
};
