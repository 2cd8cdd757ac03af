import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import { PageTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { useAnchor } from "@knowhow/ui/components/useAnchor.ts";
import { useScreenDrawnSoon } from "@knowhow/ui/components/useDrawnSoon.ts";
import { MemberOnly } from "@knowhow/ui/features/layout/MemberOnly.tsx";
import { SettlementsSection } from "../settlements/SettlementsSection.tsx";
import { BalanceSection } from "./BalanceSection.tsx";
import { ContentSalesSection } from "./ContentSalesSection.tsx";
import { PapersSection } from "./PapersSection.tsx";
import { QuestionsSection } from "./QuestionsSection.tsx";
import { SalesSection } from "./SalesSection.tsx";
import { useKeptAhead } from "./useKeptAhead.ts";

const title = "판매 현황";

const column = { display: "grid", gap: { xs: 2, md: 3 }, alignContent: "start", minWidth: 0 } as const;
const columns = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 1fr) minmax(0, 400px)" },
  gap: { xs: 2, md: 3 },
  alignItems: "start",
} as const;

const Sections = () => {
  // The sections that are seen first are rendered first.
  const isWhole = useScreenDrawnSoon();
  useAnchor(isWhole);
  useKeptAhead();
  return (
    <Box sx={columns}>
      {/* On a phone the next payout is first. */}
      <Box sx={{ ...column, order: { md: 1 } }}>
        <BalanceSection />
        <PapersSection />
      </Box>
      <Box sx={column}>
        <SalesSection />
        {isWhole ? (
          <>
            <QuestionsSection />
            <ContentSalesSection />
            {/* The last section, since a page of it is long. */}
            <SettlementsSection />
          </>
        ) : null}
      </Box>
    </Box>
  );
};

const SellerSkeleton = () => (
  <Box aria-busy role="status" aria-label={`${title}을 불러오는 중`} sx={columns}>
    <Skeleton variant="rounded" height={360} />
    <Skeleton variant="rounded" height={240} />
  </Box>
);

/** All of a seller's money: sales, where it is, the next payout, and documents. */
export const SellerScreen = () => (
  <MemberOnly skeleton={<SellerSkeleton />} isForSuspended>
    {() => (
      <Box sx={{ display: "grid", gap: { xs: 2, md: 3 } }}>
        <PageTitle title={title} />
        <Sections />
      </Box>
    )}
  </MemberOnly>
);
