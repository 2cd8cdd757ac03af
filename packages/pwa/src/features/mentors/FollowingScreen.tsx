import PeopleAltOutlined from "@mui/icons-material/PeopleAltOutlined";
import type { Mentor } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import MuiLink from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useRef } from "react";
import { Link } from "react-router-dom";
import { client } from "@knowhow/ui/client/client.ts";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";
import { usePagedEndpoint } from "@knowhow/ui/client/queries.ts";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { LoadMore } from "@knowhow/ui/components/LoadMore.tsx";
import { PageTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { MemberOnly } from "@knowhow/ui/features/layout/MemberOnly.tsx";
import { ProfileAvatar } from "../../components/ProfileAvatar.tsx";
import { FollowButton } from "./FollowButton.tsx";
import { figuresOf } from "./mentorWords.ts";

const title = "팔로우한 멘토";

const Waiting = () => (
  <Box role="status" aria-busy aria-label={`${title}를 불러오는 중`} sx={{ display: "grid", gap: 2 }}>
    {[1, 2, 3].map((row) => (
      <Skeleton key={row} variant="rounded" height={84} />
    ))}
  </Box>
);

const MentorRow = ({ mentor }: { mentor: Mentor }) => (
  <Box
    component="li"
    sx={{
      display: "flex",
      alignItems: "center",
      gap: { xs: 1.5, md: 2 },
      p: 2,
      "& + &": { borderTop: "1px solid", borderColor: "divider" },
    }}
  >
    <ProfileAvatar nickname={mentor.nickname} image={mentor.profileImageUrl} size={48} />
    <Box sx={{ flex: 1, minWidth: 0 }}>
      {mentor.contentsCount > 0 ? (
        <MuiLink
          component={Link}
          to={`/mentors/${mentor.id}`}
          color="text.primary"
          variant="subtitle2"
          underline="hover"
          sx={{ overflowWrap: "anywhere" }}
        >
          {mentor.nickname}
        </MuiLink>
      ) : (
        <Typography variant="subtitle2" component="p" sx={{ overflowWrap: "anywhere" }}>
          {mentor.nickname}
        </Typography>
      )}
      <Typography variant="body2" color="textSecondary">
        {mentor.contentsCount > 0 ? figuresOf(mentor) : "지금은 판매하는 콘텐츠가 없어요"}
      </Typography>
    </Box>
    <FollowButton mentor={mentor} size="small" />
  </Box>
);

const Mentors = () => {
  const pages = usePagedEndpoint(client.mentors.following, {});
  const list = useRef<HTMLUListElement>(null);
  if (pages.items === undefined)
    return pages.error ? (
      <ErrorState
        error={pages.error}
        title="팔로우한 멘토를 불러오지 못했습니다"
        component="h2"
        onRetry={() => void pages.refetch()}
        unconnected={{
          title: "팔로우한 멘토는 아직 이 기기에 없어요",
          description: "연결되면 저절로 보여요.",
        }}
      />
    ) : (
      <Waiting />
    );
  if (pages.items.length === 0)
    return (
      <EmptyState
        icon={PeopleAltOutlined}
        component="h2"
        title="아직 팔로우한 멘토가 없어요"
        description="콘텐츠에서 멘토의 이름을 눌러 팔로우하면 새 콘텐츠를 홈에서 볼 수 있어요."
        action={
          <Button component={Link} to="/market" variant="contained">
            마켓 둘러보기
          </Button>
        }
      />
    );
  return (
    <div>
      <Card>
        <Box component="ul" ref={list} aria-label={title} sx={{ m: 0, p: 0, listStyle: "none" }}>
          {pages.items.map((mentor) => (
            <MentorRow key={mentor.id} mentor={mentor} />
          ))}
        </Box>
      </Card>
      <LoadMore pages={pages} list={list} />
    </div>
  );
};

/** /following: the mentors whom the user follows, the latest first. */
export const FollowingScreen = () => (
  <MemberOnly skeleton={<Waiting />} isForSuspended>
    {() => (
      <Box sx={{ display: "grid", gap: { xs: 2, md: 3 }, maxWidth: 760, mx: "auto" }}>
        <PageTitle title={title} description="새 콘텐츠가 올라오면 홈에서 보여드려요." />
        <Mentors />
      </Box>
    )}
  </MemberOnly>
);
