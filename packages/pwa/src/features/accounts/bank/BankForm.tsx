import { bankNames, type CurrentUser } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MuiLink from "@mui/material/Link";
import { Link } from "react-router-dom";
import { FormSelect } from "@knowhow/ui/forms/FormSelect.tsx";
import { FormTextField } from "@knowhow/ui/forms/FormTextField.tsx";
import { ConsentField } from "../ConsentField.tsx";
import { accountDigits } from "@knowhow/ui/features/accounts/typing.ts";
import type { BankCheck, BankDraft } from "./draft.ts";
import { useBankForm } from "./useBankForm.ts";
import { resultPath } from "./resultPath.ts";

const bankOptions = bankNames.map((name) => ({ value: name, label: name }));

/** The result of the check, where it was asked for, with a link to the page about it. */
const CheckResult = ({ result }: { result: BankCheck }) => (
  <Alert severity={result.valid ? "success" : "error"} role={result.valid ? "status" : "alert"}>
    {result.message}{" "}
    {result.orderId === undefined ? null : (
      <MuiLink
        component={Link}
        to={resultPath(result.valid, result.orderId)}
        color="inherit"
        underline="always"
        sx={{ whiteSpace: "nowrap" }}
      >
        인증 결과 보기
      </MuiLink>
    )}
  </Alert>
);

interface BankFormProps {
  user: CurrentUser;
  initial: BankDraft;
  hasAccount: boolean;
  onClose: () => void;
}

/** Entering the account that sales are paid out to. */
export const BankForm = ({ user, initial, hasAccount, onClose }: BankFormProps) => {
  const { form, check, ...act } = useBankForm(user, initial, onClose);
  const { control } = form;
  return (
    <Box
      component="form"
      noValidate
      aria-label="정산 계좌 입력"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void act.handleSend();
      }}
      sx={{ display: "grid", gap: 1.5, maxWidth: 560 }}
    >
      <FormSelect
        control={control}
        name="bankName"
        label="은행"
        placeholder="은행을 선택해주세요"
        options={bankOptions}
        isRequired
        disabled={act.isBusy}
      />
      <FormTextField
        control={control}
        name="accountNumber"
        label="계좌번호"
        placeholder="숫자만 입력"
        isRequired
        normalize={accountDigits}
        disabled={act.isBusy}
        inputProps={{ inputMode: "numeric", autoComplete: "off" }}
      />
      <FormTextField
        control={control}
        name="accountHolder"
        label="예금주"
        help="계좌의 예금주와 똑같이 입력해주세요."
        isRequired
        disabled={act.isBusy}
        inputProps={{ autoComplete: "off" }}
      />
      <Button
        // Enter presses the first submit button: this one, until there is something to save.
        type={check.isVerified ? "button" : "submit"}
        variant="outlined"
        disabled={check.isVerified || act.isSaving}
        loading={check.isPending}
        loadingPosition="start"
      >
        {check.isPending ? "계좌 인증 중..." : check.isVerified ? "계좌 인증됨" : "계좌 인증"}
      </Button>
      {check.result ? <CheckResult result={check.result} /> : null}
      {check.isOutdated ? (
        <Alert severity="info" role="status">
          계좌 정보가 바뀌었습니다. 다시 인증해주세요.
        </Alert>
      ) : null}
      <ConsentField
        label="[필수] 정산을 위한 개인정보 수집 및 이용에 동의합니다"
        name="privacyConsent"
        isChecked={act.hasConsent}
        onChange={act.setConsent}
        disabled={!check.isVerified || act.isBusy}
        help={
          check.isVerified
            ? "은행, 계좌번호, 예금주를 판매 대금 정산에만 사용합니다."
            : "계좌 인증을 마치면 동의할 수 있어요."
        }
      />
      {act.failure ? <Alert severity="error">{act.failure}</Alert> : null}
      <Box sx={{ display: "flex", gap: 1, justifyContent: "flex-end" }}>
        {hasAccount ? (
          <Button color="inherit" onClick={act.handleCancel} disabled={act.isSaving}>
            취소
          </Button>
        ) : null}
        <Button
          type="submit"
          variant="contained"
          disabled={!act.canSave && !act.isSaving}
          loading={act.isSaving}
          loadingPosition="start"
        >
          {act.isSaving ? "저장 중..." : "계좌 저장"}
        </Button>
      </Box>
    </Box>
  );
};
