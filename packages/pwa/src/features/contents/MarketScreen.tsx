import AddRounded from "@mui/icons-material/AddRounded";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { Link } from "react-router-dom";
import { usePersonId } from "@knowhow/ui/client/session.ts";
import { PageTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { StayingNotice } from "@knowhow/ui/components/StayingNotice.tsx";
import { CategoryChips } from "./CategoryChips.tsx";
import { MarketList } from "./MarketList.tsx";
import { MarketSearch } from "./MarketSearch.tsx";
import { MarketShelves } from "./MarketShelves.tsx";
import { labelOf, useMarketQuery } from "./marketQuery.ts";

/** The link to selling for members on a phone: their bottom bar has the library instead. */
const UploadLink = () => (
  <Button
    component={Link}
    to="/upload"
    variant="outlined"
    size="small"
    startIcon={<AddRounded />}
    aria-label="콘텐츠 올리기"
    sx={{ display: { md: "none" }, flex: "none" }}
  >
    올리기
  </Button>
);

/** The market: shelves, or a list of a search, a category or both; the choice is in the address. */
export const MarketScreen = () => {
  const { search, category, setSearch } = useMarketQuery();
  const personId = usePersonId();
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
        <Box sx={{ display: "flex", alignItems: "start", justifyContent: "space-between", gap: 1 }}>
          <PageTitle
            title="마켓"
            tab={search === "" ? labelOf(category) : undefined}
            description="멘토들이 직접 만든 콘텐츠를 둘러보세요."
          />
          {personId === null ? null : <UploadLink />}
        </Box>
        <MarketSearch search={search} onSearch={setSearch} />
      </Box>
      <StayingNotice />
      <CategoryChips category={category} />
      {search === "" && category === "" ? (
        <MarketShelves />
      ) : (
        <MarketList search={search} category={category} />
      )}
    </Box>
  );
};
