import SearchOffRounded from "@mui/icons-material/SearchOffRounded";
import type { SearchAnswer } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MuiLink from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { client } from "@knowhow/ui/client/client.ts";
import { keepSearch } from "@knowhow/ui/client/keptSearches.ts";
import { usePagedEndpoint } from "@knowhow/ui/client/queries.ts";
import { useMe } from "@knowhow/ui/client/session.ts";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { ContentGrid } from "./ContentGrid.tsx";
import { Results } from "./MarketResults.tsx";
import { SearchFilters } from "./SearchFilters.tsx";
import { maxCounted, queryOf, readChoice } from "./searchFilters.ts";

const countText = (total: number): string =>
  `${total.toLocaleString("ko-KR")}개${total >= maxCounted ? " 이상" : ""}`;

/** How many hits there are, and words that find more. */
const Notes = ({ search, answer }: { search: string; answer: SearchAnswer }) => {
  const { total, didYouMean, isCorrected } = answer;
  return (
    <Typography role="status" sx={{ mb: 2, color: "text.secondary" }}>
      {total > 0 ? `콘텐츠 ${countText(total)}` : null}
      {didYouMean === undefined ? null : (
        <Box component="span" sx={{ display: "block" }}>
          {isCorrected ? `'${search}'에 맞는 콘텐츠가 없어 비슷한 말로 찾았습니다. ` : null}
          이걸 찾으셨나요?{" "}
          <MuiLink component={Link} to={`/market?${new URLSearchParams({ q: didYouMean }).toString()}`}>
            {didYouMean}
          </MuiLink>
        </Box>
      )}
    </Typography>
  );
};

interface SearchResultsProps {
  search: string;
  onClear: () => void;
}

/** Says that nothing fits, and shows what some of the words find. */
const NothingFound = ({
  near,
  isFiltered,
  onClear,
}: Pick<SearchAnswer, "near"> & { isFiltered: boolean; onClear: () => void }) => (
  <>
    <EmptyState
      icon={SearchOffRounded}
      component="h3"
      title="검색 결과가 없습니다"
      description={
        isFiltered
          ? "고른 조건을 줄이면 더 찾을 수 있어요."
          : "다른 단어로 검색하거나, 초성(ㅈㄱㅈ)이나 멘토 이름으로 찾아보세요."
      }
      action={
        <Button variant="outlined" onClick={onClear}>
          {isFiltered ? "조건 지우기" : "전체 콘텐츠 보기"}
        </Button>
      }
    />
    {near ? (
      <Box component="section" aria-label="비슷한 콘텐츠">
        <Typography variant="h3" sx={{ mb: 2 }}>
          {`대신 '${near.words}'에 맞는 콘텐츠를 찾았어요`}
        </Typography>
        <ContentGrid contents={near.hits} />
      </Box>
    ) : null}
  </>
);

/** The results of a search with its order and filters, which are in the address. */
export const SearchResults = ({ search, onClear }: SearchResultsProps) => {
  const [params, setParams] = useSearchParams();
  const { user } = useMe();
  const choice = readChoice(params);
  const pages = usePagedEndpoint(client.search.find, { query: queryOf(search, choice) });
  const answers = pages.data?.pages.map(({ data }) => data);
  const answer = answers?.[0];
  const hasFound = answer !== undefined && answer.total > 0 && !answer.isCorrected;
  useEffect(() => {
    if (hasFound) keepSearch(user?.id, search);
  }, [hasFound, search, user?.id]);
  // Facets do not change with the choice among them, and stay while its hits are on their way.
  const [known, setKnown] = useState<{ search: string; facets: SearchAnswer["facets"] }>();
  if (answer && (known?.search !== search || known.facets !== answer.facets)) {
    setKnown({ search, facets: answer.facets });
  }
  const isFiltered = Object.keys(choice).length > 1;
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 2 }}>
      <SearchFilters facets={known?.search === search ? known.facets : undefined} />
      <Results
        title={`'${search}' 검색 결과`}
        words={search}
        pages={{ ...pages, items: answers?.flatMap(({ hits }) => hits) }}
        note={answer ? <Notes search={search} answer={answer} /> : null}
        empty={
          <NothingFound
            near={answer?.near}
            isFiltered={isFiltered}
            onClear={isFiltered ? () => setParams({ q: search }) : onClear}
          />
        }
      />
    </Box>
  );
};
