import Box from "@mui/material/Box";
import { lazy, Suspense } from "react";
import { PageTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { StayingNotice } from "@knowhow/ui/components/StayingNotice.tsx";
import { CategoryChips } from "./CategoryChips.tsx";
import { ContentGridSkeleton } from "./ContentGrid.tsx";
import { CategoryResults } from "./MarketResults.tsx";
import { MarketSearch } from "./MarketSearch.tsx";
import { MarketShelves } from "./MarketShelves.tsx";
import { useMarketQuery } from "./marketQuery.ts";

/** No page of the server shows a search. */
const SearchResults = lazy(async () => ({ default: (await import("./SearchResults.tsx")).SearchResults }));

/** The market: shelves, one category, or a search; the choice is in the address. */
export const MarketScreen = () => {
  const { search, category, setSearch } = useMarketQuery();
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: { xs: 2, md: 3 } }}>
      <Box
        sx={{
          display: "grid",
          gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 1fr) minmax(0, 34rem)" },
          alignItems: "center",
          gap: { xs: 2, md: 4 },
        }}
      >
        <PageTitle title="마켓" description="멘토들이 직접 만든 콘텐츠를 둘러보세요." />
        <MarketSearch search={search} onSearch={setSearch} />
      </Box>
      <StayingNotice />
      <CategoryChips category={category} isSearching={search !== ""} />
      {search !== "" ? (
        <Suspense fallback={<ContentGridSkeleton count={9} />}>
          <SearchResults search={search} onClear={() => setSearch("")} />
        </Suspense>
      ) : category !== "" ? (
        <CategoryResults key={category} category={category} />
      ) : (
        <MarketShelves />
      )}
    </Box>
  );
};
