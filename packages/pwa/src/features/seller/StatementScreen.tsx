import ArrowBackRounded from "@mui/icons-material/ArrowBackRounded";
import EventBusyOutlined from "@mui/icons-material/EventBusyOutlined";
import PrintOutlined from "@mui/icons-material/PrintOutlined";
import { formatWon, movementKinds, seoulDay, type MovementKind, type Statement } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { Link, useSearchParams } from "react-router-dom";
import { serverNow } from "@knowhow/ui/client/serverClock.ts";
import { client } from "@knowhow/ui/client/client.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { formatDate } from "@knowhow/ui/components/format.ts";
import { PageTitle, productName, useDocumentTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { MemberOnly } from "@knowhow/ui/features/layout/MemberOnly.tsx";
import { Facts } from "../../components/Section.tsx";
import { figuresTable } from "./figuresTable.ts";
import { isMonth, monthWords } from "./months.ts";

const kinds: Record<MovementKind, string> = {
  sale: "판매",
  refund: "환불 차감",
  clawback: "환불로 회수",
  payout: "입금",
  closure: "회수 종료",
  adjustment: "조정",
};

const Acts = () => (
  <Box data-print="none" sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
    <Button component={Link} to="/seller" variant="outlined" startIcon={<ArrowBackRounded />}>
      판매 현황
    </Button>
    <Button variant="contained" startIcon={<PrintOutlined />} onClick={() => window.print()}>
      인쇄하기
    </Button>
  </Box>
);

/** In very large text each amount stands below its name. */
const totalsTable = {
  ...figuresTable,
  maxWidth: "32rem",
  "@container (max-width: 17rem)": {
    "&, & tbody": { display: "block" },
    "& tr": { display: "flex", flexWrap: "wrap", justifyContent: "space-between" },
    "& tr > *": { border: 0, whiteSpace: "normal" },
    "& td:empty": { display: "none" },
  },
} as const;

const Totals = ({ statement, isOver }: { statement: Statement; isOver: boolean }) => (
  <Box sx={{ containerType: "inline-size" }}>
    <Box component="table" sx={totalsTable}>
      <tbody>
        <tr>
          <th scope="row">월초 미지급액</th>
          <td />
          <td>{formatWon(statement.openingBalance)}</td>
        </tr>
        {movementKinds.flatMap((kind) =>
          statement.totals
            .filter((total) => total.kind === kind)
            .map(({ count, amount }) => (
              <tr key={kind}>
                <th scope="row">{kinds[kind]}</th>
                <td>{count.toLocaleString("ko-KR")}건</td>
                <td>{formatWon(amount)}</td>
              </tr>
            )),
        )}
        <tr>
          <th scope="row">
            <strong>{isOver ? "월말 미지급액" : "현재 미지급액"}</strong>
          </th>
          <td />
          <td>
            <strong>{formatWon(statement.closingBalance)}</strong>
          </td>
        </tr>
      </tbody>
    </Box>
  </Box>
);

/** On a phone each line is a block with the amount at its right; on paper it is a table at any width. */
const linesTable = {
  ...figuresTable,
  "& td:nth-of-type(-n+3)": { textAlign: "left" },
  "& td:nth-of-type(2)": { whiteSpace: "normal", minWidth: "10rem" },
  "& tr": { breakInside: "avoid" },
  "@media screen and (max-width: 599.95px)": {
    "&, & tbody": { display: "block" },
    "& thead": {
      position: "absolute",
      width: "1px",
      height: "1px",
      overflow: "hidden",
      clipPath: "inset(50%)",
    },
    "& tbody tr": {
      display: "grid",
      gridTemplateColumns: "auto minmax(0, 1fr)",
      gridTemplateAreas: '"title title" "kind amount" "date order"',
      columnGap: 1,
      rowGap: 0.25,
      py: 1,
      borderBottom: "1px solid",
      borderColor: "divider",
    },
    "& tbody th:first-of-type, & tbody td:nth-of-type(n)": {
      p: 0,
      minWidth: 0,
      border: 0,
      overflowWrap: "anywhere",
    },
    "& tbody th:first-of-type": { gridArea: "date", color: "text.secondary" },
    "& tbody td:nth-of-type(1)": { gridArea: "kind" },
    "& tbody td:nth-of-type(2)": { gridArea: "title" },
    "& tbody td:nth-of-type(3)": {
      gridArea: "order",
      textAlign: "right",
      whiteSpace: "normal",
      color: "text.secondary",
    },
    "& tbody td:nth-of-type(4)": { gridArea: "amount", fontWeight: 700 },
  },
  // In very large text all of it is one column.
  "@container (max-width: 17rem)": {
    "& tbody tr": {
      gridTemplateColumns: "minmax(0, 1fr)",
      gridTemplateAreas: '"title" "kind" "amount" "date" "order"',
    },
    "& tbody tr > td:nth-of-type(n)": { textAlign: "left" },
  },
} as const;

const Lines = ({ statement: { lines, linesCount } }: { statement: Statement }) => (
  <Box component="section" aria-labelledby="lines" sx={{ display: "grid", gap: 1, minWidth: 0 }}>
    <Typography id="lines" variant="h3" component="h2">
      거래 내역
    </Typography>
    {lines.length === 0 ? (
      <Typography color="textSecondary">이 달에는 거래가 없어요.</Typography>
    ) : (
      <Box
        role="region"
        aria-label="거래 내역 표"
        tabIndex={0}
        sx={{
          position: "relative",
          containerType: "inline-size",
          overflowX: "auto",
          "@media print": { overflow: "visible", containerType: "normal" },
        }}
      >
        <Box component="table" sx={linesTable}>
          <thead>
            <tr>
              <th scope="col">날짜</th>
              <th scope="col" style={{ textAlign: "left" }}>
                구분
              </th>
              <th scope="col" style={{ textAlign: "left" }}>
                콘텐츠
              </th>
              <th scope="col" style={{ textAlign: "left" }}>
                주문번호
              </th>
              <th scope="col">금액</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ at, kind, orderNumber, contentTitle, amount }) => (
              <tr key={`${orderNumber} ${kind} ${at}`}>
                <th scope="row">{formatDate(at)}</th>
                <td>{kinds[kind]}</td>
                <td>{contentTitle}</td>
                <td>{orderNumber}</td>
                <td>{formatWon(amount)}</td>
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
    )}
    {linesCount > lines.length ? (
      <Typography color="textSecondary">
        처음 {lines.length.toLocaleString("ko-KR")}건만 보여드려요. 나머지{" "}
        {(linesCount - lines.length).toLocaleString("ko-KR")}건도 위 합계에는 들어 있어요.
      </Typography>
    ) : null}
  </Box>
);

const Paper = ({ month }: { month: string }) => {
  const { data, error, refetch } = useEndpoint(client.seller.getStatement, { query: { month } });
  if (!data)
    return error ? (
      <ErrorState
        error={error}
        title="정산서를 불러오지 못했습니다"
        onRetry={() => void refetch()}
        unconnected={{
          title: `${monthWords(month)} 정산서가 아직 이 기기에 없어요`,
          description: "연결되면 볼 수 있어요. 이 기기에서 이미 본 정산서는 연결이 없어도 볼 수 있어요.",
        }}
      />
    ) : (
      <Skeleton variant="rounded" height={320} />
    );
  const account =
    data.bankName === null ? "등록된 계좌 없음" : `${data.bankName} ${data.accountNumber ?? ""}`;
  return (
    <>
      <Facts
        entries={[
          ["받는 사람", data.holder],
          ["계좌", account],
          ["발행", `${productName}, ${formatDate(serverNow())}`],
        ]}
      />
      <Totals statement={data} isOver={month < seoulDay(serverNow()).slice(0, 7)} />
      <Lines statement={data} />
      <Typography variant="body2" color="textSecondary">
        판매와 환불 차감은 수수료를 뺀 내 몫이며, 날짜는 한국 시간이에요.
      </Typography>
    </>
  );
};

const refusals = {
  unreadable: "주소의 달을 읽을 수 없어요. 판매 현황에서 달을 골라주세요.",
  future: "아직 오지 않은 달이에요. 판매 현황에서 다른 달을 골라주세요.",
} as const;

/** A month without a statement, with a link to those that have one. */
const NoStatement = ({ refusal }: { refusal: keyof typeof refusals }) => {
  useDocumentTitle("정산서");
  return (
    <EmptyState
      component="h1"
      icon={EventBusyOutlined}
      title="정산서를 볼 수 없습니다"
      description={refusals[refusal]}
      action={
        <Button component={Link} to="/seller#papers" variant="contained">
          판매 현황으로
        </Button>
      }
    />
  );
};

/** A month of the seller's account on paper, as the ledger has it. */
export const StatementScreen = () => {
  const asked = useSearchParams()[0].get("month");
  const thisMonth = seoulDay(serverNow()).slice(0, 7);
  const month = asked ?? thisMonth;
  if (!isMonth(month)) return <NoStatement refusal="unreadable" />;
  if (month > thisMonth) return <NoStatement refusal="future" />;
  return (
    <MemberOnly skeleton={<Skeleton variant="rounded" height={320} />} isForSuspended>
      {() => (
        <Box
          component="article"
          sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 3, minWidth: 0 }}
        >
          <PageTitle title={`${monthWords(month)} 정산서`} />
          <Acts />
          <Paper key={month} month={month} />
        </Box>
      )}
    </MemberOnly>
  );
};
