import PeopleAltOutlined from "@mui/icons-material/PeopleAltOutlined";
import type { Mentor } from "@knowhow/shared";
import Box from "@mui/material/Box";
import MuiLink from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Link } from "react-router-dom";
import { client } from "@knowhow/ui/client/client.ts";
import { usePagedEndpoint } from "@knowhow/ui/client/queries.ts";
import { PageTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { MemberOnly } from "@knowhow/ui/features/layout/MemberOnly.tsx";
import { PagedRows, RowsSkeleton } from "@knowhow/ui/client/PagedRows.tsx";
import { ProfileAvatar } from "../../components/ProfileAvatar.tsx";
import { FollowButton } from "./FollowButton.tsx";
import { figuresOf } from "./mentorWords.ts";

const frame = { title: "팔로우한 멘토", rowHeight: 84 };

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
    <ProfileAvatar id={mentor.id} nickname={mentor.nickname} image={mentor.profileImageUrl} size="3rem" />
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

const Mentors = () => (
  <PagedRows
    {...frame}
    pages={usePagedEndpoint(client.mentors.following, {})}
    empty={{
      icon: PeopleAltOutlined,
      title: "아직 팔로우한 멘토가 없어요",
      description: "콘텐츠에서 멘토의 이름을 눌러 팔로우하면 새 콘텐츠를 홈에서 볼 수 있어요.",
    }}
  >
    {(mentor) => <MentorRow key={mentor.id} mentor={mentor} />}
  </PagedRows>
);

/** /following: the mentors whom the user follows, the latest first. */
export const FollowingScreen = () => (
  <MemberOnly skeleton={<RowsSkeleton {...frame} />} isForSuspended>
    {() => (
      <Box sx={{ display: "grid", gap: { xs: 2, md: 3 }, maxWidth: 760, mx: "auto" }}>
        <PageTitle title={frame.title} description="새 콘텐츠가 올라오면 홈에서 보여드려요." />
        <Mentors />
      </Box>
    )}
  </MemberOnly>
);
