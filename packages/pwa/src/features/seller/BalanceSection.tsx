import { formatWon, settlementStatusLabel, type Balance } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { Facts, Section, SectionError } from "../../components/Section.tsx";
import { client } from "@knowhow/ui/client/client.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { useMe } from "@knowhow/ui/client/session.ts";
import { sanctionOf } from "@knowhow/ui/features/accounts/sanction.ts";
import { formatDate } from "@knowhow/ui/components/format.ts";

const dayWords = (day: string): string => formatDate(`${day}T00:00:00+09:00`);

const NextPayout = ({ balance }: { balance: Balance | undefined }) => {
  const next = balance?.upcoming[0];
  const undatedAmount = balance ? (balance.undatedAmount ?? balance.heldAmount) : 0;
  const datedAmount = balance ? balance.heldAmount - undatedAmount : 0;
  // A sanction holds everything; other holds have their reason beside the order.
  const isSuspended = sanctionOf(useMe().user)?.kind === "suspension";
  return (
    <Box role="status" sx={{ display: "grid", gap: 1 }}>
      <Box
        sx={{
          p: 2,
          borderRadius: "12px",
          bgcolor: "color-mix(in srgb, var(--kh-palette-primary-main) 10%, transparent)",
        }}
      >
        <Typography variant="body2" color="textSecondary">
          다음 정산
        </Typography>
        {balance === undefined ? (
          <Skeleton width="60%" height={36} />
        ) : next === undefined ? (
          <Typography variant="h3" component="p">
            예정된 정산이 없어요
          </Typography>
        ) : (
          <>
            <Typography
              variant="h2"
              component="p"
              sx={{ fontVariantNumeric: "tabular-nums", color: "primary.main" }}
            >
              {formatWon(next.amount)}
            </Typography>
            <Typography>
              {dayWords(next.day)} 이후 · 주문 {next.ordersCount}건
            </Typography>
          </>
        )}
      </Box>
      {datedAmount > 0 ? (
        <Typography variant="body2" color="textSecondary">
          {isSuspended
            ? `이용이 정지되어 보류된 ${formatWon(datedAmount)}은 정지가 풀린 뒤에 입금돼요.`
            : `보류된 ${formatWon(datedAmount)}은 보류가 풀린 뒤에 입금돼요. 이유는 정산 내역에 있어요.`}
        </Typography>
      ) : null}
      {undatedAmount > 0 ? (
        // Outside of the tint, on which its colour is too pale to be read.
        <Typography variant="body2" color="warning">
          보류된 {formatWon(undatedAmount)}은 입금일이 정해지지 않았어요. 이유는 정산 내역에 있어요.
        </Typography>
      ) : null}
    </Box>
  );
};

const Upcoming = ({ upcoming }: Pick<Balance, "upcoming">) =>
  upcoming.length < 2 ? null : (
    <details>
      <Typography component="summary" variant="body2" sx={{ py: 1, cursor: "pointer", fontWeight: 600 }}>
        그다음 정산 {upcoming.length - 1}번
      </Typography>
      <Facts
        entries={upcoming
          .slice(1)
          .map(({ day, amount, ordersCount }) => [
            dayWords(day),
            `${formatWon(amount)} (주문 ${ordersCount}건)`,
          ])}
      />
    </details>
  );

const factsOf = (balance: Balance): readonly (readonly [string, string])[] => {
  const figures = [
    [settlementStatusLabel("pending"), balance.pendingAmount, true],
    [settlementStatusLabel("held"), balance.heldAmount, balance.heldAmount > 0],
    [settlementStatusLabel("processing"), balance.processingAmount, balance.processingAmount > 0],
    [settlementStatusLabel("failed"), balance.failedAmount, balance.failedAmount > 0],
    ["환불로 회수할 금액", -balance.clawbackAmount, balance.clawbackAmount > 0],
    [settlementStatusLabel("completed"), balance.paidAmount, true],
  ] as const;
  return figures.flatMap(([name, amount, isShown]) => (isShown ? [[name, formatWon(amount)] as const] : []));
};

/** Where the seller's money is, and the next payout. */
export const BalanceSection = () => {
  const { data, error, refetch } = useEndpoint(client.seller.getBalance, {});
  return (
    <Section
      anchor="balance"
      title="정산 현황"
      description="결제 후 7일의 환불 기간이 지나면 등록한 계좌로 자동으로 입금돼요."
    >
      {error && !data ? (
        <SectionError
          error={error}
          title="정산 현황을 불러오지 못했습니다"
          offline="정산 현황은 연결되면 볼 수 있어요."
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          <NextPayout balance={data} />
          {data ? (
            <>
              <Facts entries={factsOf(data)} />
              <Upcoming upcoming={data.upcoming} />
            </>
          ) : (
            <Skeleton variant="rounded" height={72} />
          )}
        </>
      )}
    </Section>
  );
};
