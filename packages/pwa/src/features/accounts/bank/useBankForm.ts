import { AppError, type CurrentUser } from "@knowhow/shared";
import { bankAccountForm } from "@knowhow/shared/schemas.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { client } from "@knowhow/ui/client/client.ts";
import { hasCode, isConnectionError, withReason } from "@knowhow/ui/components/failure.ts";
import { useEndpointMutation } from "@knowhow/ui/client/queries.ts";
import { rememberMe } from "@knowhow/ui/client/session.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { applyServerErrors } from "@knowhow/ui/forms/applyServerErrors.ts";
import { useContractForm } from "@knowhow/ui/forms/useContractForm.ts";
import { dropBankDraft, keepBankDraft, type BankDraft } from "./draft.ts";
import { useBankCheck } from "./useBankCheck.ts";

const saveFailure = (error: unknown): string => {
  if (error instanceof AppError) return error.message;
  return isConnectionError(error)
    ? withReason("계좌 정보 저장 중 오류가 발생했습니다.", error)
    : "계좌 정보 저장에 실패했습니다.";
};

/** The form of the settlement account: fill in, verify, consent, save, in this order and no other. */
export const useBankForm = (user: CurrentUser, initial: BankDraft, onClose: () => void) => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const form = useContractForm(bankAccountForm, initial.values);
  const values = { ...initial.values, ...useWatch({ control: form.control }) };
  const { bankName, accountNumber, accountHolder } = values;
  const check = useBankCheck(values, initial.check);
  const [consent, setConsent] = useState(initial.hasConsent);
  const [failure, setFailure] = useState<string>();
  const hasConsent = consent && check.isVerified;
  const { isDirty } = form.formState;
  const { result } = check;
  useEffect(() => {
    if (isDirty || result)
      keepBankDraft(user.id, {
        values: { bankName, accountNumber, accountHolder },
        check: result,
        hasConsent,
      });
  }, [user.id, isDirty, bankName, accountNumber, accountHolder, result, hasConsent]);

  const save = useEndpointMutation(client.accounts.updateBankAccount, {
    onSuccess: (answer) => {
      dropBankDraft();
      rememberMe(queryClient, answer.user);
      toast({ title: "계좌 정보 저장됨", description: "판매 대금이 이 계좌로 정산됩니다." });
      onClose();
    },
    onError: (error) => {
      const message = saveFailure(error);
      toast({ title: "저장 실패", description: message, variant: "destructive" });
      if (hasCode(error, "ACCOUNT_NOT_VERIFIED")) check.reject(message);
      else if (applyServerErrors(form, error) !== undefined) setFailure(message);
    },
  });
  const isBusy = save.isPending || check.isPending;
  const verify = form.handleSubmit((body) => check.verify(body));
  const handleVerify = () => {
    setFailure(undefined);
    setConsent(false);
    if ([bankName, accountNumber, accountHolder].some((value) => value.trim() === ""))
      toast({
        title: "계좌 정보를 모두 입력해주세요",
        description: "은행, 계좌번호, 예금주를 먼저 입력한 뒤 인증해주세요.",
        variant: "destructive",
      });
    return verify();
  };
  const canSave = check.isVerified && hasConsent && bankAccountForm.isValidSync(values) && !isBusy;
  const send = form.handleSubmit((body) => {
    setFailure(undefined);
    save.mutate({ body });
  });
  return {
    form,
    check,
    hasConsent,
    setConsent,
    failure,
    canSave,
    isBusy,
    isSaving: save.isPending,
    handleVerify,
    /** Enter does the next step: verifies first, saves when all is given. */
    handleSend: () => {
      if (canSave) return send();
      return check.isVerified || isBusy ? Promise.resolve() : handleVerify();
    },
    handleCancel: () => {
      dropBankDraft();
      onClose();
    },
  };
};
