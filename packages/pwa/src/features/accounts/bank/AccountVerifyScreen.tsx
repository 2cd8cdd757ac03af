import CheckCircleRounded from "@mui/icons-material/CheckCircleRounded";
import ErrorOutlineRounded from "@mui/icons-material/ErrorOutlineRounded";
import HelpOutlineRounded from "@mui/icons-material/HelpOutlineRounded";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import CircularProgress from "@mui/material/CircularProgress";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { client } from "@knowhow/ui/client/client.ts";
import { hasCode, messageOf } from "@knowhow/ui/components/failure.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { loginPath } from "@knowhow/ui/client/loginPath.ts";
import { useMe } from "@knowhow/ui/client/session.ts";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { useDocumentTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { readBankDraft, type BankDraft } from "./draft.ts";

const failed = "계좌 인증에 실패했습니다";
const settlementForm = "/profile#settlement";

const Ways = ({ first }: { first?: ReactNode }) => (
  <>
    {first}
    <Button component={Link} to="/profile" variant={first ? "outlined" : "contained"}>
      내 정보로
    </Button>
    <Button component={Link} to="/" variant="outlined" color="inherit">
      홈으로
    </Button>
  </>
);

const TryAgain = () => (
  <Button component={Link} to={settlementForm} variant="contained">
    다시 인증하기
  </Button>
);

const Checking = () => (
  <Box role="status" sx={{ display: "grid", justifyItems: "center", gap: 3, py: 10 }}>
    <CircularProgress aria-hidden />
    <Typography variant="h3" component="h1">
      계좌 인증 상태를 확인하고 있습니다
    </Typography>
  </Box>
);

const unsavedText = ({ values }: BankDraft): string =>
  values.accountNumber === ""
    ? "아직 저장되지 않았습니다. 계좌번호는 안전을 위해 브라우저에 남기지 않으니, 내 정보에서 다시 입력해 인증한 뒤 저장해주세요."
    : "내 정보에서 동의하고 저장하면 이 계좌가 정산 계좌로 등록됩니다. 입력하신 내용은 그대로 남아 있어요.";

const Verified = ({ oneWon }: { oneWon: boolean }) => {
  const { user } = useMe();
  const draft = user ? readBankDraft(user.id) : undefined;
  const isUnsaved = draft !== undefined;
  return (
    <EmptyState
      icon={CheckCircleRounded}
      component="h1"
      role="status"
      title="계좌 인증이 완료되었습니다"
      description={
        <>
          {oneWon ? <p>확인을 위해 보낸 1원이 고객님의 계좌로 반환되었습니다.</p> : null}
          <p>{draft ? unsavedText(draft) : "인증한 계좌가 정산 계좌로 등록되었습니다."}</p>
        </>
      }
      action={
        <Ways
          {...(isUnsaved
            ? {
                first: (
                  <Button component={Link} to={settlementForm} variant="contained">
                    이어서 저장하기
                  </Button>
                ),
              }
            : {})}
        />
      }
    />
  );
};

const Trouble = ({ error, onRetry }: { error: unknown; onRetry: () => void }) =>
  hasCode(error, "LOGIN_REQUIRED") ? (
    <EmptyState
      icon={HelpOutlineRounded}
      component="h1"
      title={messageOf(error)}
      description="로그인하면 인증 결과를 확인할 수 있어요."
      action={
        <Button component={Link} to={loginPath()} variant="contained">
          로그인
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={ErrorOutlineRounded}
      component="h1"
      role="alert"
      title="인증 상태 확인 중 오류가 발생했습니다"
      description={messageOf(error)}
      action={
        <Ways
          first={
            <Button variant="contained" onClick={onRetry}>
              다시 확인
            </Button>
          }
        />
      }
    />
  );

const Result = ({ orderId }: { orderId: string }) => {
  const { data, error, isFetching, refetch } = useEndpoint(
    client.accounts.verifyStatus,
    { params: { orderNumber: orderId } },
    // A pending check may have ended since: never answered from the cache.
    { staleTime: 0, gcTime: 0 },
  );
  if (isFetching) return <Checking />;
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (data?.verified) return <Verified oneWon={data.oneWon} />;
  return (
    <EmptyState
      icon={ErrorOutlineRounded}
      component="h1"
      role="alert"
      title={failed}
      description={
        data?.message && !data.message.startsWith(failed)
          ? data.message
          : "계좌 정보를 확인한 뒤 다시 인증해주세요."
      }
      action={<Ways first={<TryAgain />} />}
    />
  );
};

const AccountVerifyScreen = ({ hasRetry }: { hasRetry: boolean }) => {
  useDocumentTitle("계좌 인증 결과");
  const orderId = useSearchParams()[0].get("orderId");
  return orderId ? (
    <Result orderId={orderId} />
  ) : (
    <EmptyState
      icon={HelpOutlineRounded}
      component="h1"
      role="alert"
      title="주문 정보를 찾을 수 없습니다"
      description="내 정보의 정산 계좌에서 다시 인증해주세요."
      action={<Ways {...(hasRetry ? { first: <TryAgain /> } : {})} />}
    />
  );
};

/** The result of an account check, at the provider's redirect after a success. */
export const AccountVerifySuccessScreen = () => <AccountVerifyScreen hasRetry={false} />;

/** The result after a failure, with a link to try again. */
export const AccountVerifyFailScreen = () => <AccountVerifyScreen hasRetry />;
