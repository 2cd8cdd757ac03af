import MuiLink from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Link } from "react-router-dom";
import { AlreadySignedIn } from "./AlreadySignedIn.tsx";
import { EntryFrame } from "@knowhow/ui/features/accounts/entry/EntryFrame.tsx";
import { RegisterForm } from "./RegisterForm.tsx";
import { useNext, withNext } from "@knowhow/ui/features/accounts/entry/useNext.ts";

/** Signing up, which also signs in. */
export const RegisterScreen = () => {
  const next = useNext();
  return (
    <EntryFrame title="회원가입" description="한 번 가입하면 사고팔기를 모두 할 수 있어요.">
      <AlreadySignedIn next={next} />
      <RegisterForm next={next} />
      <Typography color="textSecondary" sx={{ textAlign: "center" }}>
        이미 계정이 있으신가요?{" "}
        <MuiLink component={Link} to={withNext("/login", next)} sx={{ fontWeight: 600 }}>
          로그인
        </MuiLink>
      </Typography>
    </EntryFrame>
  );
};
