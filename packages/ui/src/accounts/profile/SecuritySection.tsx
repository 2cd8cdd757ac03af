import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { CurrentUser } from "@knowhow/shared";
import { PasswordForm } from "./PasswordForm.tsx";
import { Section } from "./Section.tsx";
import { useFold } from "./useFold.ts";

/** Changing the password, behind a button. */
export const SecuritySection = ({ user }: { user: CurrentUser }) => {
  const { isOpen, open, close, button, form } = useFold(false);
  return (
    <Section
      anchor="security"
      title="보안"
      action={
        isOpen ? null : (
          <Button ref={button} onClick={open}>
            비밀번호 변경
          </Button>
        )
      }
    >
      {isOpen ? (
        <Box ref={form} tabIndex={-1} sx={{ outline: "none" }}>
          <PasswordForm user={user} onClose={close} />
        </Box>
      ) : (
        <Typography color="textSecondary">
          비밀번호를 바꾸면 다른 기기에서는 자동으로 로그아웃돼요.
        </Typography>
      )}
    </Section>
  );
};
