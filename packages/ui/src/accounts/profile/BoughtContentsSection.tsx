import LocalLibraryOutlined from "@mui/icons-material/LocalLibraryOutlined";
import Button from "@mui/material/Button";
import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import { client } from "../../client/client.ts";
import { usePagedEndpoint } from "../../client/queries.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { LoadMore } from "../../components/LoadMore.tsx";
import { useDialogEntry } from "../../components/useDialogEntry.ts";
import { BoughtContentRow } from "./BoughtContentRow.tsx";
import { ReceiptDialog } from "./ReceiptDialog.tsx";
import { ScrollList, ScrollListSkeleton } from "./ScrollList.tsx";
import { Section, SectionError, Snug } from "./Section.tsx";

const title = "구매한 콘텐츠";

const Empty = () => (
  <Snug>
    <EmptyState
      icon={LocalLibraryOutlined}
      component="h3"
      title="아직 구매한 콘텐츠가 없어요"
      description="구매한 콘텐츠는 여기에서 언제든 다시 내려받을 수 있어요."
      action={
        <Button component={Link} to="/market" variant="contained">
          마켓 둘러보기
        </Button>
      }
    />
  </Snug>
);

/** What one bought: the library. */
export const BoughtContentsSection = () => {
  const pages = usePagedEndpoint(client.contents.bought, {});
  const list = useRef<HTMLUListElement>(null);
  const [orderNumber, setOrderNumber] = useState<string>();
  const receipt = useDialogEntry("receipt");
  const handleReceipt = (shown: string) => {
    setOrderNumber(shown);
    receipt.open();
  };
  return (
    <Section anchor="purchases" title={title}>
      {pages.items === undefined ? (
        pages.error ? (
          <SectionError
            error={pages.error}
            title="구매한 콘텐츠를 불러오지 못했습니다"
            onRetry={() => void pages.refetch()}
          />
        ) : (
          <ScrollListSkeleton label={title} />
        )
      ) : pages.items.length === 0 ? (
        <Empty />
      ) : (
        <ScrollList label={`${title} 목록`} after={<LoadMore pages={pages} list={list} />} listRef={list}>
          {pages.items.map((content) => (
            <BoughtContentRow
              key={content.id}
              content={content}
              onReceipt={() => handleReceipt(content.orderNumber)}
            />
          ))}
        </ScrollList>
      )}
      <ReceiptDialog
        orderNumber={orderNumber}
        // A reload brings the entry back, not which purchase it was about.
        isOpen={receipt.isOpen && orderNumber !== undefined}
        onClose={receipt.close}
      />
    </Section>
  );
};
