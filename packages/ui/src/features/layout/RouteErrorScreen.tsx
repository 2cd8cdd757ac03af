import ErrorOutlineRounded from "@mui/icons-material/ErrorOutlineRounded";
import Button from "@mui/material/Button";
import { useEffect } from "react";
import { useRouteError } from "react-router-dom";
import { EmptyState } from "../../components/EmptyState.tsx";

const handleReload = () => {
  window.location.reload();
};

/** Shown where a screen could not be drawn or loaded, with links onwards. */
export const RouteErrorScreen = () => {
  const error = useRouteError();
  useEffect(() => {
    console.error(error);
  }, [error]);
  return (
    <EmptyState
      role="alert"
      icon={ErrorOutlineRounded}
      component="h1"
      title="화면을 불러오지 못했습니다"
      description={
        navigator.onLine
          ? "새로 고쳐주세요. 계속되면 잠시 후 다시 시도해주세요."
          : "인터넷 연결을 확인한 뒤 새로 고쳐주세요."
      }
      action={
        <>
          <Button variant="contained" onClick={handleReload}>
            새로 고침
          </Button>
          <Button variant="outlined" href="/">
            홈으로
          </Button>
        </>
      }
    />
  );
};
