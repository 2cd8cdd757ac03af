import MenuBookRounded from "@mui/icons-material/MenuBookRounded";
import PersonOffOutlined from "@mui/icons-material/PersonOffOutlined";
import SearchOffRounded from "@mui/icons-material/SearchOffRounded";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import { Link, useParams } from "react-router-dom";
import { client } from "@knowhow/ui/client/client.ts";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";
import { useEndpoint, usePagedEndpoint } from "@knowhow/ui/client/queries.ts";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { hasCode } from "@knowhow/ui/components/failure.ts";
import { useDocumentTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { Results } from "../contents/MarketResults.tsx";
import { useMarketQuery } from "../contents/marketQuery.ts";
import { MentorHeading } from "./MentorHeading.tsx";
import { MentorSearch } from "./MentorSearch.tsx";

const missing = "멘토를 찾을 수 없습니다";

const ToMarket = () => (
  <Button component={Link} to="/market" variant="contained">
    마켓으로 가기
  </Button>
);

const MissingMentor = () => {
  useDocumentTitle(missing);
  return (
    <EmptyState
      icon={PersonOffOutlined}
      component="h1"
      title={missing}
      description="탈퇴했거나 지금 판매하는 콘텐츠가 없는 멘토입니다."
      action={<ToMarket />}
    />
  );
};

const HeadingSkeleton = () => (
  <Card
    role="status"
    aria-label="멘토를 불러오는 중"
    sx={{ display: "flex", alignItems: "center", gap: 2, p: { xs: 2, md: 3 }, minHeight: 128 }}
  >
    <Skeleton variant="circular" width={80} height={80} sx={{ flex: "none" }} />
    <Box sx={{ flex: 1 }}>
      <Skeleton width="40%" height={40} />
      <Skeleton width="60%" />
    </Box>
  </Card>
);

const Contents = ({ id }: { id: string }) => (
  <Results
    title="판매 중인 콘텐츠"
    pages={usePagedEndpoint(client.mentors.contents, { params: { id } })}
    empty={<EmptyState icon={MenuBookRounded} component="h3" title="지금 판매하는 콘텐츠가 없어요" />}
  />
);

/** What a mentor sells that has the words. */
const Found = ({ id, search, onClear }: { id: string; search: string; onClear: () => void }) => {
  const pages = usePagedEndpoint(client.search.find, { query: { q: search, mentor: id } });
  return (
    <Results
      title={`'${search}' 검색 결과`}
      pages={{ ...pages, items: pages.data?.pages.flatMap(({ data }) => data.hits) }}
      empty={
        <EmptyState
          icon={SearchOffRounded}
          component="h3"
          title="이 멘토에게는 검색 결과가 없습니다"
          description="다른 단어로 찾거나 마켓 전체에서 찾아보세요."
          action={
            <>
              <Button
                variant="contained"
                component={Link}
                to={`/market?${new URLSearchParams({ q: search }).toString()}`}
              >
                마켓에서 찾기
              </Button>
              <Button variant="outlined" onClick={onClear}>
                판매 중인 콘텐츠 보기
              </Button>
            </>
          }
        />
      }
    />
  );
};

/** The page of a mentor: who they are, and what they sell. */
export const MentorScreen = () => {
  const { id = "" } = useParams();
  const { search, setSearch } = useMarketQuery();
  const { data, error, refetch } = useEndpoint(client.mentors.get, { params: { id } });
  if (hasCode(error, "NOT_FOUND")) return <MissingMentor />;
  if (error && !data)
    return (
      <ErrorState
        error={error}
        title="멘토를 불러오지 못했습니다"
        component="h1"
        onRetry={() => void refetch()}
        isOfShop
      />
    );
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: { xs: 3, md: 4 } }}>
      {data ? <MentorHeading mentor={data.mentor} /> : <HeadingSkeleton />}
      <MentorSearch path={`/mentors/${id}`} search={search} onSearch={setSearch} />
      {search === "" ? (
        <Contents key={id} id={id} />
      ) : (
        <Found id={id} search={search} onClear={() => setSearch("")} />
      )}
    </Box>
  );
};
