import type { CurrentUser } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import { Link } from "react-router-dom";
import { ownSignOut } from "../../client/ownSignOut.ts";
import { PageTitle } from "../../components/PageTitle.tsx";
import { PasswordForm } from "./profile/PasswordForm.tsx";

/** The only screen of a session that began with a temporary password: replace it, or sign out. */
export const MustChangePassword = ({ user }: { user: CurrentUser }) => (
  <Box sx={{ display: "grid", gap: 2.5, maxWidth: 520, mx: "auto" }}>
    <PageTitle title="비밀번호 변경" />
    <Alert severity="warning" role="note">
      임시 비밀번호로 로그인했습니다. 먼저 비밀번호를 변경해주세요. 변경하기 전에는 다른 기능을 이용할 수
      없습니다.
    </Alert>
    <Card sx={{ p: { xs: 2, md: 3 } }}>
      <PasswordForm user={user} onClose={() => undefined} />
    </Card>
    <Button component={Link} to="/logout" {...ownSignOut} variant="outlined" color="inherit">
      로그아웃
    </Button>
  </Box>
);
