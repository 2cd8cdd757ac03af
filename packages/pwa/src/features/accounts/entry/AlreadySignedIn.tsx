import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { Link } from "react-router-dom";
import { useMe } from "@knowhow/ui/client/session.ts";
import { honorificOf } from "@knowhow/ui/features/layout/places.ts";

/** Tells a signed-in user that they need not sign in again. */
export const AlreadySignedIn = ({ next }: { next: string }) => {
  const { user } = useMe();
  return user ? (
    <Alert
      severity="info"
      role="status"
      action={
        <Button component={Link} to={next} replace color="inherit" size="small">
          계속하기
        </Button>
      }
    >
      지금 {honorificOf(user)}으로 로그인되어 있어요.
    </Alert>
  ) : null;
};
