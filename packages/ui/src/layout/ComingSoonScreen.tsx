import ConstructionRounded from "@mui/icons-material/ConstructionRounded";
import Button from "@mui/material/Button";
import { Link, useNavigate } from "react-router-dom";
import { EmptyState } from "../components/EmptyState.tsx";
import { useDocumentTitle } from "../components/PageTitle.tsx";

/** Says honestly that a screen is not there yet, and how to go on. */
export const ComingSoonScreen = ({ name }: { name: string }) => {
  useDocumentTitle(name);
  const navigate = useNavigate();
  return (
    <EmptyState
      icon={ConstructionRounded}
      component="h1"
      title={`${name} 준비 중`}
      description="이 화면은 아직 준비하고 있어요. 조금만 기다려주세요."
      action={
        <>
          <Button variant="outlined" onClick={() => void navigate(-1)}>
            이전 화면으로
          </Button>
          <Button variant="contained" component={Link} to="/market">
            마켓 둘러보기
          </Button>
        </>
      }
    />
  );
};
