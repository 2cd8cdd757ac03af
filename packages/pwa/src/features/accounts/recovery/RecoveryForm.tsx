import { fieldLengths } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import type { BaseSyntheticEvent } from "react";
import type { Control, FieldValues, Path } from "react-hook-form";
import { FormTextField } from "@knowhow/ui/forms/FormTextField.tsx";
import { SubmitButton } from "@knowhow/ui/forms/SubmitButton.tsx";
import { withoutSpaces } from "@knowhow/ui/features/accounts/typing.ts";

/** Longest phone number with its hyphens. */
const maxPhone = 13;

const phoneTyped = (typed: string): string => typed.replace(/[^0-9+\s-]/g, "").slice(0, maxPhone);

interface RecoveryFormProps<V extends FieldValues> {
  label: string;
  control: Control<V, unknown, V>;
  /** The login id, where the form has it. */
  userIdName?: Path<V>;
  names: { name: Path<V>; nickname: Path<V>; email: Path<V>; phoneNumber: Path<V> };
  onSend: (event: BaseSyntheticEvent) => void;
  failure: string | undefined;
  isPending: boolean;
  sendLabel: string;
}

/** The fields that a user must know to recover an account. */
export const RecoveryForm = <V extends FieldValues>(props: RecoveryFormProps<V>) => {
  const { label, control, userIdName, names, onSend, failure, isPending, sendLabel } = props;
  return (
    <Box component="form" noValidate aria-label={label} onSubmit={onSend} sx={{ display: "grid", gap: 1 }}>
      {userIdName ? (
        <FormTextField
          control={control}
          name={userIdName}
          label="아이디"
          isRequired
          autoComplete="username"
          help={`영문과 숫자를 포함한 ${fieldLengths.userId.min}~${fieldLengths.userId.max}자`}
          normalize={withoutSpaces}
          inputProps={{ autoCapitalize: "none", spellCheck: false }}
        />
      ) : null}
      <FormTextField
        control={control}
        name={names.name}
        label="이름"
        isRequired
        autoComplete="name"
        normalize={withoutSpaces}
      />
      <FormTextField
        control={control}
        name={names.nickname}
        label="닉네임"
        isRequired
        autoComplete="nickname"
      />
      <FormTextField
        control={control}
        name={names.email}
        label="이메일"
        type="email"
        isRequired
        autoComplete="email"
        normalize={withoutSpaces}
        inputProps={{ autoCapitalize: "none", spellCheck: false }}
      />
      <FormTextField
        control={control}
        name={names.phoneNumber}
        label="전화번호"
        type="tel"
        isRequired
        autoComplete="tel"
        placeholder="010-1234-5678"
        normalize={phoneTyped}
        inputProps={{ inputMode: "tel", maxLength: maxPhone, enterKeyHint: "send" }}
      />
      {failure === undefined ? null : (
        // Read out by the toast.
        <Alert severity="error" role="note">
          {failure}
        </Alert>
      )}
      <Box sx={{ mt: 1, display: "grid" }}>
        <SubmitButton isPending={isPending} pendingLabel="확인 중..." fullWidth>
          {sendLabel}
        </SubmitButton>
      </Box>
    </Box>
  );
};
