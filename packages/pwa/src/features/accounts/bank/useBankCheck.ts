import { AppError, verificationMinutes } from "@knowhow/shared";
import { bankAccountForm } from "@knowhow/shared/schemas.ts";
import { useEffect, useState } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { withReason } from "@knowhow/ui/components/failure.ts";
import { useEndpointMutation } from "@knowhow/ui/client/queries.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { checkMs, type BankCheck, type BankValues } from "./draft.ts";

const unknownFailure = "계좌 인증 중 오류가 발생했습니다";
const overTime = `인증한 지 ${verificationMinutes}분이 지났습니다. 다시 인증해주세요.`;

const normalised = (values: BankValues): BankValues => bankAccountForm.cast(values, { assert: false });

const isSameAccount = (left: BankValues, right: BankValues): boolean => {
  const [one, other] = [normalised(left), normalised(right)];
  return (
    one.bankName === other.bankName &&
    one.accountNumber === other.accountNumber &&
    one.accountHolder === other.accountHolder
  );
};

/** Checks that an account is its holder's; the result is valid for exactly that account and for half an hour. */
export const useBankCheck = (values: BankValues, initial: BankCheck | undefined) => {
  const toast = useToast();
  const [check, setCheck] = useState(initial);
  useEffect(() => {
    if (!check?.valid) return undefined;
    const timer = setTimeout(
      () => setCheck({ ...check, valid: false, message: overTime, orderId: undefined }),
      check.at + checkMs - Date.now(),
    );
    return () => {
      clearTimeout(timer);
    };
  }, [check]);
  const fail = (description: string) =>
    toast({ title: "계좌 인증 실패", description, variant: "destructive" });
  const verify = useEndpointMutation(client.accounts.verifyAccount, {
    onSuccess: (answer, { body }) => {
      setCheck({ ...answer, account: body, at: Date.now() });
      if (answer.valid) toast({ title: "계좌 인증 완료", description: answer.message });
      else fail(answer.message || unknownFailure);
    },
    onError: (error, { body }) => {
      const message = error instanceof AppError ? error.message : withReason(unknownFailure, error);
      setCheck({ account: body, valid: false, message, at: Date.now() });
      fail(message);
    },
  });
  const isOfThese = check !== undefined && isSameAccount(check.account, values);
  return {
    /** The last check's result for the account that the form shows now. */
    result: isOfThese ? check : undefined,
    isVerified: isOfThese && check.valid,
    /** The account was verified, and then changed. */
    isOutdated: check?.valid === true && !isOfThese,
    isPending: verify.isPending,
    verify: (body: BankValues) => verify.mutate({ body }),
    reject: (message: string) => {
      setCheck((last) => last && { ...last, valid: false, message, orderId: undefined });
    },
  };
};
