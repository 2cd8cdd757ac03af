import ArrowBackRounded from "@mui/icons-material/ArrowBackRounded";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import Typography from "@mui/material/Typography";
import { recoveryTries } from "@knowhow/shared";
import { useId, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { EntryFrame } from "@knowhow/ui/features/accounts/entry/EntryFrame.tsx";
import { FindIdPanel, type KnownIdentity } from "./FindIdPanel.tsx";
import { ResetPasswordPanel } from "./ResetPasswordPanel.tsx";

const nothing: KnownIdentity = { userId: "", name: "", nickname: "", email: "", phoneNumber: "" };

/** /find-account: for users who forgot the id (`?tab=id`, the default) or the password (`?tab=password`). */
export const FindAccountScreen = () => {
  const id = useId();
  const [params, setParams] = useSearchParams();
  const tab = params.get("tab") === "password" ? "password" : "id";
  const [known, setKnown] = useState(nothing);
  const choose = (next: string) => setParams({ tab: next }, { replace: true, preventScrollReset: true });
  return (
    <EntryFrame
      title="계정 찾기"
      description="지금 등록된 정보로 아이디를 찾거나 비밀번호를 다시 정할 수 있어요. 이름, 이메일, 전화번호를 72시간 안에 바꿨다면 바꾸기 전 정보를 입력해주세요."
    >
      <Box>
        <Tabs
          value={tab}
          onChange={(_, next: string) => choose(next)}
          variant="fullWidth"
          aria-label="찾을 것"
        >
          <Tab value="id" label="아이디 찾기" id={`${id}-id`} aria-controls={`${id}-panel`} />
          <Tab value="password" label="비밀번호 재설정" id={`${id}-password`} aria-controls={`${id}-panel`} />
        </Tabs>
        <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`} sx={{ pt: 3 }}>
          {tab === "id" ? (
            <FindIdPanel known={known} onFound={setKnown} onReset={() => choose("password")} />
          ) : (
            <ResetPasswordPanel known={known} />
          )}
        </Box>
      </Box>
      <Typography variant="body2" color="textSecondary">
        안전을 위해 정보가 틀린 시도는 한 시간에 {recoveryTries.perAddress}번, 아이디나 이메일마다 하루{" "}
        {recoveryTries.perIdentifier}번까지만 할 수 있어요. 그 계정에 로그인한 적이 있는 브라우저에서는 이와
        별도로 한 시간에 {recoveryTries.perKnownBrowser}번까지 할 수 있어요. 관리자 계정은 이용할 수 없어요.
      </Typography>
      <Button
        component={Link}
        to="/login"
        color="inherit"
        startIcon={<ArrowBackRounded />}
        sx={{ justifySelf: "start" }}
      >
        로그인으로 돌아가기
      </Button>
    </EntryFrame>
  );
};
