import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { CurrentUser } from "@knowhow/shared";
import { useState } from "react";
import { PasswordForm } from "./PasswordForm.tsx";
import { Section } from "./Section.tsx";

/** Changing the password, behind a button; open from the start for who must change it. */
export const SecuritySection = ({ user }: { user: CurrentUser }) => {
  const [isOpen, setIsOpen] = useState(user.mustChangePassword);
  return (
    <Section
      anchor="security"
      title="보안"
      action={
        isOpen ? null : (
          <Button onClick={() => setIsOpen(true)} aria-expanded={false}>
            비밀번호 변경
          </Button>
        )
      }
    >
      {isOpen ? (
        <PasswordForm user={user} onClose={() => setIsOpen(false)} />
      ) : (
        <Typography color="textSecondary">
          비밀번호를 바꾸면 다른 기기에서는 자동으로 로그아웃돼요.
        </Typography>
      )}
    </Section>
  );
};
