import CheckCircleRounded from "@mui/icons-material/CheckCircleRounded";
import RadioButtonUncheckedRounded from "@mui/icons-material/RadioButtonUncheckedRounded";
import { passwordRules } from "@knowhow/shared";
import Box from "@mui/material/Box";
import { hiddenText } from "./hiddenText.ts";

/** The rules of a new password, each ticked off while it is typed. */
export const PasswordChecklist = ({ password }: { password: string }) => (
  <Box
    component="ul"
    aria-label="비밀번호 조건"
    sx={{
      display: "flex",
      flexWrap: "wrap",
      columnGap: 2,
      rowGap: 0.5,
      m: 0,
      mt: -0.5,
      px: 0.25,
      listStyle: "none",
      typography: "body2",
    }}
  >
    {passwordRules.map(({ label, test }) => {
      const isMet = test(password);
      const Icon = isMet ? CheckCircleRounded : RadioButtonUncheckedRounded;
      return (
        <Box
          key={label}
          component="li"
          data-met={isMet}
          sx={{
            display: "inline-flex",
            alignItems: "center",
            gap: 0.5,
            color: isMet ? "success.main" : "text.secondary",
          }}
        >
          <Icon aria-hidden sx={{ fontSize: "1.25em" }} />
          {label}
          <Box component="span" sx={hiddenText}>
            {isMet ? " 충족" : " 미충족"}
          </Box>
        </Box>
      );
    })}
  </Box>
);

/** Whether the repeated password is the same, shown while it is typed. */
export const MatchText = ({ password, repeated }: { password: string; repeated: string }) => {
  if (repeated === "") return null;
  const isSame = password === repeated;
  return (
    <Box component="span" role="status" sx={{ color: isSame ? "success.main" : "error.main" }}>
      {isSame ? "비밀번호가 일치합니다." : "비밀번호가 일치하지 않습니다."}
    </Box>
  );
};
