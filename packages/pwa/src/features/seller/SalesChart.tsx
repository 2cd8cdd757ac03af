import { formatWon } from "@knowhow/shared";
import { BarChart } from "@mui/x-charts/BarChart";
import { formatCount } from "@knowhow/ui/components/format.ts";
import { isLabelled, type SalesSpan } from "./salesSpans.ts";

/** The sales of each day or month as bars; hidden from screen readers, since the table says the same. */
export const SalesChart = ({ spans }: { spans: readonly SalesSpan[] }) => (
  <BarChart
    height={240}
    hideLegend
    skipAnimation
    // The keyboard uses the table below.
    disableKeyboardNavigation
    // On the right there is room for the newest label, which is wider than its bar.
    margin={{ top: 12, right: 16, bottom: 0, left: 0 }}
    xAxis={[
      {
        data: spans.map(({ label }) => label),
        scaleType: "band",
        categoryGapRatio: 0.35,
        disableTicks: true,
        tickLabelInterval: (_, index) => isLabelled(spans, index),
        height: 28,
      },
    ]}
    yAxis={[{ width: 52, valueFormatter: formatCount, disableLine: true, disableTicks: true, min: 0 }]}
    series={[
      {
        data: spans.map(({ sellerAmount }) => sellerAmount),
        label: "정산 예정액",
        color: "var(--kh-palette-primary-main)",
        valueFormatter: (amount) => formatWon(amount ?? 0),
      },
    ]}
    grid={{ horizontal: true }}
    borderRadius={4}
  />
);
