import LocalLibraryOutlined from "@mui/icons-material/LocalLibraryOutlined";
import SearchOffRounded from "@mui/icons-material/SearchOffRounded";
import type { BoughtContent, ReadingEntry } from "@knowhow/shared";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useRef, useState, type RefObject } from "react";
import { Link } from "react-router-dom";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { LoadMore } from "@knowhow/ui/components/LoadMore.tsx";
import { useDialogEntry } from "@knowhow/ui/components/useDialogEntry.ts";
import { useFocusAfterRemoval } from "@knowhow/ui/components/useFocusAfterRemoval.ts";
import { useDrawnSoon } from "@knowhow/ui/components/useDrawnSoon.ts";
import { useLazyDialog } from "@knowhow/ui/components/useLazyDialog.ts";
import { OpeningGate } from "../orders/OpeningGate.tsx";
import { loadRefundDialog, refundDialogFailure } from "../orders/refundRules.ts";
import { PlainList, ScrollList, ScrollListSkeleton } from "../../components/ScrollList.tsx";
import { SectionError, Snug } from "../../components/Section.tsx";
import type { VaultFile } from "../../offline/vault/vaultRows.ts";
import { FileHits } from "../vault/FileHits.tsx";
import { progressOf } from "../vault/keepPhase.ts";
import { useFileSearch } from "../vault/useFileSearch.ts";
import { BoughtContentRow } from "./BoughtContentRow.tsx";
import { BoughtSearch } from "./BoughtSearch.tsx";
import { ReceiptDialog } from "./ReceiptDialog.tsx";
import { useBoughtSearch } from "./useBoughtSearch.ts";

const noFiles: never[] = [];

/** The title of the list. */
export const boughtTitle = "구매한 콘텐츠";

const Empty = () => (
  <Snug>
    <EmptyState
      icon={LocalLibraryOutlined}
      component="h3"
      title="아직 구매한 콘텐츠가 없어요"
      description="구매한 콘텐츠는 여기에서 언제든 다시 다운로드할 수 있어요."
      action={
        <Button component={Link} to="/market" variant="contained">
          마켓 둘러보기
        </Button>
      }
    />
  </Snug>
);

interface HitsProps {
  count: number;
  /** Kept files in whose text it was found. */
  files: number;
  /** The words that were searched for instead of those typed. */
  meant: string | undefined;
  isReading: boolean;
  onClear: () => void;
}

/** How many contents a search found, and advice when there are none. */
const Hits = ({ count, files, meant, isReading, onClear }: HitsProps) => (
  <div role="status">
    {count + files > 0 ? (
      <Typography variant="body2" color="textSecondary">
        {count > 0 && meant !== undefined ? `'${meant}' 검색으로 ` : ""}
        {[
          ...(count > 0 ? [`${count.toLocaleString("ko-KR")}개`] : []),
          ...(files > 0 ? [`파일 안에서 ${files.toLocaleString("ko-KR")}개`] : []),
        ].join(", ")}
        를 찾았어요
      </Typography>
    ) : isReading ? null : (
      <EmptyState
        icon={SearchOffRounded}
        isCompact
        title="찾는 콘텐츠가 없어요"
        description="다른 낱말이나 초성으로 찾아보세요."
        action={
          <Button variant="outlined" onClick={onClear}>
            모두 보기
          </Button>
        }
      />
    )}
  </div>
);

/** The rows rendered first: more than are visible at once. */
const firstRows = 6;

/** What a person has on the device. */
interface DeviceFiles {
  personId: string;
  files: readonly VaultFile[];
  /** The file that is loading, or the first to load. */
  next: VaultFile | undefined;
}

interface RowsProps {
  kept: DeviceFiles | undefined;
  contents: readonly BoughtContent[];
  onReceipt: (orderNumber: string) => void;
  onRefund: (orderNumber: string) => void;
}

const Rows = ({ contents, kept, onReceipt, onRefund }: RowsProps) => {
  const isWhole = useDrawnSoon();
  return (isWhole ? contents : contents.slice(0, firstRows)).map((content) => (
    <BoughtContentRow
      key={content.id}
      content={content}
      kept={
        kept &&
        progressOf(
          kept.files.filter(({ contentId }) => contentId === content.id),
          kept.next,
        )
      }
      onReceipt={() => onReceipt(content.orderNumber)}
      onRefund={() => onRefund(content.orderNumber)}
    />
  ));
};

interface BoughtContentsProps {
  /** What was read last, for a list that goes by it. */
  readings?: readonly ReadingEntry[];
  /** The title above: takes the focus when the focused entry is gone. */
  heading: RefObject<HTMLHeadingElement | null>;
  /** For a list that shows which files the device has, and searches them. */
  kept?: DeviceFiles;
}

/** What the user bought, with its search: all of it by use, or by the purchase in a list that scrolls within the page. */
export const BoughtContents = ({ readings, heading, kept }: BoughtContentsProps) => {
  const { pages, text, setText, isSearching, isReading, found = [], meant } = useBoughtSearch(readings);
  const hits = useFileSearch(kept?.personId, text, kept?.files ?? noFiles);
  const List = readings ? PlainList : ScrollList;
  const list = useRef<HTMLUListElement>(null);
  useFocusAfterRemoval(list, heading);
  const [orderNumber, setOrderNumber] = useState<string>();
  const receipt = useDialogEntry("receipt");
  const refund = useLazyDialog("refund", loadRefundDialog, refundDialogFailure);
  const handleReceipt = (shown: string) => {
    setOrderNumber(shown);
    receipt.open();
  };
  const handleRefund = (shown: string) => {
    setOrderNumber(shown);
    refund.props.onOpen();
  };
  return (
    <>
      {pages.items === undefined ? (
        pages.error ? (
          <SectionError
            error={pages.error}
            title="구매한 콘텐츠를 불러오지 못했습니다"
            offline="구매한 콘텐츠 목록은 아직 이 기기에 없어요. 연결되면 저절로 보여요."
            onRetry={() => void pages.refetch()}
          />
        ) : (
          <ScrollListSkeleton label={boughtTitle} />
        )
      ) : pages.items.length === 0 ? (
        <Empty />
      ) : (
        <>
          <BoughtSearch text={text} onSearch={setText} isWide={kept !== undefined} />
          {isSearching ? (
            <Hits
              count={found.length}
              files={hits?.length ?? 0}
              meant={meant}
              isReading={isReading || hits === undefined}
              onClear={() => setText("")}
            />
          ) : null}
          {found.length > 0 ? (
            <List label={`${boughtTitle} 목록`} after={<LoadMore pages={pages} list={list} />} listRef={list}>
              <OpeningGate>
                <Rows contents={found} kept={kept} onReceipt={handleReceipt} onRefund={handleRefund} />
              </OpeningGate>
            </List>
          ) : isReading ? (
            <ScrollListSkeleton label={boughtTitle} />
          ) : (
            // A page that could not be read may have it.
            <LoadMore pages={pages} />
          )}
          <FileHits hits={hits ?? []} contents={pages.items} />
        </>
      )}
      <ReceiptDialog
        orderNumber={orderNumber}
        // A reload restores the history entry, but not the purchase.
        isOpen={receipt.isOpen && orderNumber !== undefined}
        onClose={receipt.close}
        onRefund={refund.props.onOpen}
      />
      {refund.Dialog && orderNumber !== undefined ? (
        <refund.Dialog {...refund.props} orderNumber={orderNumber} />
      ) : null}
    </>
  );
};
