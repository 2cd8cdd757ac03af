import ScheduleRounded from "@mui/icons-material/ScheduleRounded";
import ShoppingBagOutlined from "@mui/icons-material/ShoppingBagOutlined";
import StarRounded from "@mui/icons-material/StarRounded";
import type { Mentor } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router-dom";
import { loginPath } from "@knowhow/ui/client/loginPath.ts";
import { useMe } from "@knowhow/ui/client/session.ts";
import { formatCount } from "@knowhow/ui/components/format.ts";
import { useDocumentTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { ProfileAvatar } from "../../components/ProfileAvatar.tsx";
import { ShareButton } from "../../components/ShareButton.tsx";
import { FollowButton } from "./FollowButton.tsx";
import { answerWordsOf, figuresOf } from "./mentorWords.ts";

const Act = ({ mentor }: { mentor: Mentor }) => {
  const { user, isPending } = useMe();
  const { pathname } = useLocation();
  if (user?.id === mentor.id)
    return (
      <Button component={Link} to="/profile#basic" variant="outlined">
        프로필 편집
      </Button>
    );
  if (user || isPending) return <FollowButton mentor={mentor} />;
  return (
    <Button component={Link} to={loginPath(pathname)} variant="contained">
      로그인하고 팔로우
    </Button>
  );
};

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <Typography
    variant="body2"
    component="p"
    sx={{
      display: "flex",
      alignItems: "center",
      gap: 0.5,
      color: "text.secondary",
      "& svg": { fontSize: "1.25em" },
    }}
  >
    {icon}
    {children}
  </Typography>
);

/** Top of a mentor's page: who they are, and the way to follow them. */
export const MentorHeading = ({ mentor }: { mentor: Mentor }) => {
  useDocumentTitle(`${mentor.nickname} 멘토`);
  const { introduction, ratingMean, ratingCount, salesCount, answerHours } = mentor;
  return (
    <Card component="header" sx={{ display: "grid", gap: 2, p: { xs: 2, md: 3 } }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 2 }}>
        <ProfileAvatar id={mentor.id} nickname={mentor.nickname} image={mentor.profileImageUrl} size="5rem" />
        <Box sx={{ flex: "1 1 12rem", minWidth: 0 }}>
          <Typography variant="overline" component="p" color="textSecondary">
            멘토
          </Typography>
          <Typography variant="h1" sx={{ overflowWrap: "anywhere" }}>
            {mentor.nickname}님
          </Typography>
          <Typography color="textSecondary" sx={{ fontVariantNumeric: "tabular-nums" }}>
            {figuresOf(mentor)}
          </Typography>
        </Box>
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
          <Act mentor={mentor} />
          <ShareButton title={`${mentor.nickname} 멘토`} path={`/mentors/${mentor.id}`} />
        </Box>
      </Box>
      {ratingMean === null && answerHours === undefined && salesCount === undefined ? null : (
        <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 2, rowGap: 0.5 }}>
          {ratingMean === null ? null : (
            <Fact icon={<StarRounded aria-hidden />}>
              {`평점 ${ratingMean.toFixed(1)} (${formatCount(ratingCount)}개)`}
            </Fact>
          )}
          {salesCount === undefined ? null : (
            <Fact icon={<ShoppingBagOutlined aria-hidden />}>{`판매 ${formatCount(salesCount)}건`}</Fact>
          )}
          {answerHours === undefined ? null : (
            <Fact icon={<ScheduleRounded aria-hidden />}>{answerWordsOf(answerHours)}</Fact>
          )}
        </Box>
      )}
      {introduction === null ? null : (
        <Typography sx={{ whiteSpace: "pre-line", overflowWrap: "anywhere", maxWidth: "44rem" }}>
          {introduction}
        </Typography>
      )}
    </Card>
  );
};
