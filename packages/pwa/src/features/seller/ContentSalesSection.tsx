import StorefrontOutlined from "@mui/icons-material/StorefrontOutlined";
import { formatWon, type ContentSales } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MuiLink from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useRef } from "react";
import { Link } from "react-router-dom";
import { PlainList, PlainListSkeleton } from "../../components/ScrollList.tsx";
import { Section, SectionError, Snug } from "../../components/Section.tsx";
import { client } from "@knowhow/ui/client/client.ts";
import { usePagedEndpoint } from "@knowhow/ui/client/queries.ts";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { formatCount } from "@knowhow/ui/components/format.ts";
import { LoadMore } from "@knowhow/ui/components/LoadMore.tsx";

const title = "콘텐츠별 판매";

/** The share of views that became purchases, `12.5%`; no figure without views. */
export const conversionOf = ({
  viewCount,
  purchasesCount,
}: Pick<ContentSales, "viewCount" | "purchasesCount">): string | undefined =>
  viewCount === 0 ? undefined : `${Math.min(100, Math.round((purchasesCount / viewCount) * 1_000) / 10)}%`;

const Row = ({ entry }: { entry: ContentSales }) => {
  const { contentId, contentTitle, viewCount, purchasesCount, refundsCount, sellerAmount } = entry;
  const conversion = conversionOf(entry);
  return (
    <Box
      component="li"
      sx={{
        display: "grid",
        gridTemplateColumns: "minmax(0, 1fr) auto",
        columnGap: 2,
        rowGap: 0.5,
        py: 1.5,
        "&:not(:last-of-type)": { borderBottom: "1px solid", borderColor: "divider" },
      }}
    >
      <MuiLink
        component={Link}
        to={`/content/${contentId}`}
        color="textPrimary"
        underline="hover"
        sx={{ fontWeight: 650, overflowWrap: "anywhere" }}
      >
        {contentTitle}
      </MuiLink>
      <Typography sx={{ fontWeight: 700, fontVariantNumeric: "tabular-nums" }}>
        {formatWon(sellerAmount)}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ gridColumn: "1 / -1" }}>
        조회 {formatCount(viewCount)}회 → 구매 {formatCount(purchasesCount)}건
        {conversion === undefined ? "" : ` (${conversion})`}
        {refundsCount > 0 ? ` · 환불 ${refundsCount}건` : ""}
      </Typography>
    </Box>
  );
};

/** The sales of each content, and the share of its views that became purchases. */
export const ContentSalesSection = () => {
  const pages = usePagedEndpoint(client.seller.listSales, { query: { by: "content" } });
  // The type of the rows depends on `by`.
  const items = pages.items as ContentSales[] | undefined;
  const list = useRef<HTMLUListElement>(null);
  return (
    <Section anchor="contents" title={title} description="많이 번 콘텐츠부터 보여드려요.">
      {items === undefined ? (
        pages.error ? (
          <SectionError
            error={pages.error}
            title="콘텐츠별 판매를 불러오지 못했습니다"
            offline="콘텐츠별 판매는 연결되면 볼 수 있어요."
            onRetry={() => void pages.refetch()}
          />
        ) : (
          <PlainListSkeleton label={title} />
        )
      ) : items.length === 0 ? (
        <Snug>
          <EmptyState
            icon={StorefrontOutlined}
            component="h3"
            title="아직 올린 콘텐츠가 없어요"
            description="콘텐츠를 올리면 조회와 판매가 여기에 표시돼요."
            action={
              <Button component={Link} to="/upload" variant="contained">
                콘텐츠 올리기
              </Button>
            }
          />
        </Snug>
      ) : (
        <PlainList label={`${title} 목록`} after={<LoadMore pages={pages} list={list} />} listRef={list}>
          {items.map((entry) => (
            <Row key={entry.contentId} entry={entry} />
          ))}
        </PlainList>
      )}
    </Section>
  );
};
