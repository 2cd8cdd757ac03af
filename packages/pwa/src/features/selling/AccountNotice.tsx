import { errors } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { Link } from "react-router-dom";

interface AccountNoticeProps {
  /** Saving failed because the account is missing. */
  isRequired?: boolean;
}

/** Says that a settlement account is missing, with a link to register one. */
export const AccountNotice = ({ isRequired = false }: AccountNoticeProps) => (
  <Alert
    severity={isRequired ? "error" : "warning"}
    role={isRequired ? "alert" : "note"}
    action={
      <Button component={Link} to="/profile#settlement" color="inherit" size="small" variant="outlined">
        계좌 등록하기
      </Button>
    }
    sx={{
      flexWrap: "wrap",
      "& .MuiAlert-message": { flex: "1 1 200px" },
      "& .MuiAlert-action": { ml: "auto", pt: 0 },
    }}
  >
    {isRequired
      ? errors.BANK_ACCOUNT_REQUIRED.message
      : "유료로 판매하려면 판매대금을 받을 정산 계좌가 필요해요. 무료 콘텐츠는 계좌 없이 올릴 수 있어요."}
  </Alert>
);
