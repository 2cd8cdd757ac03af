import { categoryLabel, type SearchAnswer } from "@knowhow/shared";
import Box from "@mui/material/Box";
import MuiLink from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { client } from "@knowhow/ui/client/client.ts";
import { keepSearch } from "@knowhow/ui/client/keptSearches.ts";
import { usePagedEndpoint } from "@knowhow/ui/client/queries.ts";
import { useMe } from "@knowhow/ui/client/session.ts";
import type { MarketQuery } from "./marketQuery.ts";
import { Results } from "./MarketResults.tsx";
import { EmptyCategory, NothingFound } from "./NothingFound.tsx";
import { SearchFilters } from "./SearchFilters.tsx";
import { isFilter, maxCounted, placeQueryOf, queryOf, readChoice } from "./searchFilters.ts";

const countText = (total: number): string =>
  `${total.toLocaleString("ko-KR")}개${total >= maxCounted ? " 이상" : ""}`;

/** How many hits there are, and words that find more. */
const Notes = ({ search, answer }: { search: string; answer: SearchAnswer }) => {
  const [params] = useSearchParams();
  const { total, didYouMean, isCorrected } = answer;
  return (
    <Typography role="status" sx={{ mb: 2, color: "text.secondary" }}>
      {total > 0 ? `콘텐츠 ${countText(total)}` : null}
      {didYouMean === undefined ? null : (
        <Box component="span" sx={{ display: "block" }}>
          {isCorrected ? `'${search}'에 맞는 콘텐츠가 없어 비슷한 말로 찾았습니다. ` : null}
          이걸 찾으셨나요?{" "}
          <MuiLink
            component={Link}
            to={`/market?${new URLSearchParams({ ...Object.fromEntries(params), q: didYouMean }).toString()}`}
          >
            {didYouMean}
          </MuiLink>
        </Box>
      )}
    </Typography>
  );
};

const titleOf = ({ search, category }: MarketQuery, isNewest: boolean): string => {
  if (search !== "") return `'${search}' 검색 결과`;
  if (category !== "all") return categoryLabel(category);
  return isNewest ? "최신 콘텐츠" : "전체 콘텐츠";
};

/** The contents of a search, a category or both, with order and filters, which are in the address. */
export const MarketList = ({ search, category }: MarketQuery) => {
  const [params, setParams] = useSearchParams();
  const { user } = useMe();
  const place = { search, category };
  const choice = readChoice(search, params);
  // A whole category, the newest first, is on the server's page, and on the device without a network.
  const isWhole = search === "" && !isFilter(choice) && choice.sort === "newest";
  const whole = usePagedEndpoint(client.contents.category, { params: { category } }, { enabled: isWhole });
  const counted = usePagedEndpoint(
    client.search.find,
    { query: { ...placeQueryOf(place), limit: 1 } },
    { enabled: isWhole },
  );
  const found = usePagedEndpoint(
    client.search.find,
    { query: queryOf(place, choice) },
    { enabled: !isWhole },
  );
  const answers = found.data?.pages.map(({ data }) => data);
  const answer = isWhole ? undefined : answers?.[0];
  const hasFound = answer !== undefined && answer.total > 0 && !answer.isCorrected;
  useEffect(() => {
    if (hasFound && search !== "") keepSearch(user?.id, search);
  }, [hasFound, search, user?.id]);
  // Facets do not change with the choice among them, and stay while its hits are on their way.
  const [known, setKnown] = useState<MarketQuery & { facets: SearchAnswer["facets"] }>();
  const facets = (isWhole ? counted.data?.pages[0]?.data : answer)?.facets;
  const isKnown = known?.search === search && known.category === category;
  if (facets && !(isKnown && known.facets === facets)) setKnown({ search, category, facets });
  // Words of which nothing fits find no more without filters.
  const areWordsLost = answer?.near !== undefined && answer.near.words === undefined;
  const isFiltered = !areWordsLost && (isFilter(choice) || (search !== "" && category !== ""));
  const handleClear = () => setParams(!isFiltered ? {} : search === "" ? { category } : { q: search });
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 2 }}>
      <SearchFilters place={place} facets={isKnown ? known.facets : undefined} />
      <Results
        key={category}
        title={titleOf(place, isWhole)}
        words={search}
        pages={isWhole ? whole : { ...found, items: answers?.flatMap(({ hits }) => hits) }}
        note={answer ? <Notes search={search} answer={answer} /> : null}
        empty={
          search === "" && !isFiltered ? (
            <EmptyCategory />
          ) : (
            <NothingFound place={place} near={answer?.near} isFiltered={isFiltered} onClear={handleClear} />
          )
        }
      />
    </Box>
  );
};
