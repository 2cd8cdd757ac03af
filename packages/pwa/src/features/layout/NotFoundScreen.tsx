import ExploreOffOutlined from "@mui/icons-material/ExploreOffOutlined";
import Button from "@mui/material/Button";
import { Link } from "react-router-dom";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { useDocumentTitle } from "@knowhow/ui/components/PageTitle.tsx";

/** The screen of unknown addresses. */
export const NotFoundScreen = () => {
  useDocumentTitle("페이지를 찾을 수 없습니다");
  return (
    <EmptyState
      icon={ExploreOffOutlined}
      component="h1"
      title="404 Page Not Found"
      description="찾으시는 페이지가 없거나 주소가 바뀌었습니다. 주소를 다시 확인해주세요."
      action={
        <>
          <Button variant="contained" component={Link} to="/">
            홈으로
          </Button>
          <Button variant="outlined" component={Link} to="/market">
            마켓 둘러보기
          </Button>
        </>
      }
    />
  );
};
