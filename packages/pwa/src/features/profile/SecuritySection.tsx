import { securityEventDays, type CurrentUser } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { invalidate } from "@knowhow/ui/client/queries.ts";
import { NotKept } from "@knowhow/ui/components/NotKept.tsx";
import { PasswordForm } from "@knowhow/ui/features/accounts/profile/PasswordForm.tsx";
import { Section } from "../../components/Section.tsx";
import { SecurityEventList } from "./SecurityEventList.tsx";
import { SessionList } from "./SessionList.tsx";
import { useFold } from "@knowhow/ui/components/useFold.ts";

/** The sessions and security events of the account, fetched when the user opens them. */
const Activity = () => {
  const id = useId();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const handleToggle = () => {
    // Responses of an earlier opening are outdated.
    void invalidate(queryClient, client.accountSecurity.sessions);
    void invalidate(queryClient, client.accountSecurity.events);
    setOpen(!isOpen);
  };
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        onClick={handleToggle}
        aria-expanded={isOpen}
        aria-controls={id}
        sx={{ justifySelf: "start", maxWidth: "100%", whiteSpace: "normal", textAlign: "start" }}
      >
        {isOpen ? "기기와 보안 기록 닫기" : "로그인한 기기와 보안 기록"}
      </Button>
      <Box id={id} hidden={!isOpen} sx={isOpen ? { display: "grid", gap: 1, minWidth: 0 } : undefined}>
        {isOpen ? (
          <NotKept>
            <Typography variant="subtitle1" component="h3" sx={{ fontWeight: 700 }}>
              로그인한 기기
            </Typography>
            <SessionList />
            <Typography variant="subtitle1" component="h3" sx={{ fontWeight: 700, mt: 1.5 }}>
              보안 기록
            </Typography>
            <Typography variant="body2" color="textSecondary">
              최근 {securityEventDays}일의 기록이에요. 모르는 기록이 있으면 비밀번호를 바꾸고 고객센터에
              알려주세요.
            </Typography>
            <SecurityEventList />
          </NotKept>
        ) : null}
      </Box>
    </>
  );
};

/** Changes the password, behind a button, and shows the account's sessions and events. */
export const SecuritySection = ({ user }: { user: CurrentUser }) => {
  const { isOpen, open, close, button, form } = useFold(false);
  return (
    <Section
      anchor="security"
      title="보안"
      summary="비밀번호, 로그인한 기기, 보안 기록"
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
      <Activity />
    </Section>
  );
};
