import OpenInNewRounded from "@mui/icons-material/OpenInNewRounded";
import { isPage } from "@knowhow/shared/pages.ts";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { useDocumentTitle } from "@knowhow/ui/components/PageTitle.tsx";
import Button from "@mui/material/Button";
import { Link, useLocation } from "react-router-dom";

/** A page that the console does not have: the web's are opened in the browser. */
export const ElsewhereScreen = ({ server }: { server: string }) => {
  const { pathname, search } = useLocation();
  const isThere = isPage(pathname);
  const title = isThere ? "웹에서 볼 수 있는 화면이에요" : "없는 화면이에요";
  useDocumentTitle(title);
  return (
    <EmptyState
      icon={OpenInNewRounded}
      component="h1"
      title={title}
      description={isThere ? "콘솔에는 관리자가 쓰는 화면만 있어요." : "주소를 다시 확인해주세요."}
      action={
        <>
          {isThere ? (
            <Button variant="contained" href={server + pathname + search} target="_blank" rel="noreferrer">
              브라우저에서 열기
            </Button>
          ) : null}
          <Button variant="outlined" component={Link} to="/admin">
            신고로
          </Button>
        </>
      }
    />
  );
};
