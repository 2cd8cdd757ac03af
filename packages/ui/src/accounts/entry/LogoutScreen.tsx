import CircularProgress from "@mui/material/CircularProgress";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useEffect } from "react";
import { useLogout } from "../../client/session.ts";
import { ErrorState } from "../../components/ErrorState.tsx";
import { useDocumentTitle } from "../../components/PageTitle.tsx";

/** Signs out and goes home; nothing to do here but to wait, or to try again. */
export const LogoutScreen = () => {
  useDocumentTitle("로그아웃");
  const { mutate, error } = useLogout();
  useEffect(() => {
    mutate();
  }, [mutate]);
  return error ? (
    <ErrorState
      error={error}
      title="로그아웃하지 못했습니다"
      component="h1"
      onRetry={() => {
        mutate();
      }}
    />
  ) : (
    <Box role="status" sx={{ display: "grid", justifyItems: "center", gap: 3, py: 12 }}>
      <CircularProgress aria-hidden />
      <Typography variant="h3" component="h1">
        로그아웃 중...
      </Typography>
    </Box>
  );
};
