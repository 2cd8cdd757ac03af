import { formatDate, formatWon, seoulDayStart } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { figuresTable } from "./figuresTable.ts";
import { monthWords } from "./months.ts";
import type { SalesSpan } from "./salesSpans.ts";

/** The figures of the chart, the latest first. */
export const SalesTable = ({ by, spans }: { by: "day" | "month"; spans: readonly SalesSpan[] }) => (
  <details>
    <Typography component="summary" variant="body2" sx={{ py: 1, cursor: "pointer", fontWeight: 600 }}>
      표로 보기
    </Typography>
    <Box
      role="region"
      aria-label={by === "day" ? "일별 판매 표" : "월별 판매 표"}
      tabIndex={0}
      sx={{ maxHeight: "24rem", overflow: "auto" }}
    >
      <Box component="table" sx={figuresTable}>
        <thead>
          <tr>
            <th scope="col">{by === "day" ? "날짜" : "월"}</th>
            <th scope="col">판매</th>
            <th scope="col">무료</th>
            <th scope="col">환불</th>
            <th scope="col">내 몫</th>
          </tr>
        </thead>
        <tbody>
          {spans.toReversed().map(({ span, salesCount, freeCount, refundsCount, sellerAmount }) => (
            <tr key={span}>
              <th scope="row">{by === "day" ? formatDate(seoulDayStart(span)) : monthWords(span)}</th>
              <td>{salesCount}</td>
              <td>{freeCount}</td>
              <td>{refundsCount}</td>
              <td>{formatWon(sellerAmount)}</td>
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  </details>
);
