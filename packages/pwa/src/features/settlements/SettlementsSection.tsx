import AccountBalanceOutlined from "@mui/icons-material/AccountBalanceOutlined";
import { feePercent } from "@knowhow/shared";
import { useRef, type ReactNode } from "react";
import { PlainList, PlainListSkeleton, ScrollList } from "../../components/ScrollList.tsx";
import { Section, SectionError, Snug } from "../../components/Section.tsx";
import { client } from "@knowhow/ui/client/client.ts";
import { usePagedEndpoint } from "@knowhow/ui/client/queries.ts";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { LoadMore } from "@knowhow/ui/components/LoadMore.tsx";
import { SettlementRow } from "./SettlementRow.tsx";

const title = "정산 내역";

interface SettlementsSectionProps {
  action?: ReactNode;
  /** Among many sections the list scrolls by itself; otherwise the page grows with it. */
  isScrolled?: boolean;
}

/** The seller's settlements, past and coming, newest first. */
export const SettlementsSection = ({ action, isScrolled = false }: SettlementsSectionProps) => {
  const pages = usePagedEndpoint(client.settlements.list, {});
  const List = isScrolled ? ScrollList : PlainList;
  const list = useRef<HTMLUListElement>(null);
  return (
    <Section
      anchor="settlements"
      title={title}
      {...(isScrolled && !pages.error ? { summary: "주문마다 정산 금액과 예정일" } : {})}
      description={`판매가에서 수수료 ${feePercent}%를 뺀 금액이에요.`}
      action={action}
    >
      {pages.items === undefined ? (
        pages.error ? (
          <SectionError
            error={pages.error}
            title="정산 내역을 불러오지 못했습니다"
            offline="정산 내역은 연결되면 볼 수 있어요."
            onRetry={() => void pages.refetch()}
          />
        ) : (
          <PlainListSkeleton label={title} />
        )
      ) : pages.items.length === 0 ? (
        <Snug>
          <EmptyState
            icon={AccountBalanceOutlined}
            component="h3"
            title="아직 정산 내역이 없어요"
            description="유료 콘텐츠가 팔리면 주문마다 정산 금액과 예정일이 여기에 표시돼요."
          />
        </Snug>
      ) : (
        <List label={`${title} 목록`} after={<LoadMore pages={pages} list={list} />} listRef={list}>
          {pages.items.map((settlement) => (
            <SettlementRow key={settlement.orderNumber} settlement={settlement} />
          ))}
        </List>
      )}
    </Section>
  );
};
