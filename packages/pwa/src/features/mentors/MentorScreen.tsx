import MenuBookRounded from "@mui/icons-material/MenuBookRounded";
import PersonOffOutlined from "@mui/icons-material/PersonOffOutlined";
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
import { MentorHeading } from "./MentorHeading.tsx";

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

/** The page of a mentor: who they are, and what they sell. */
export const MentorScreen = () => {
  const { id = "" } = useParams();
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
      <Contents key={id} id={id} />
    </Box>
  );
};
