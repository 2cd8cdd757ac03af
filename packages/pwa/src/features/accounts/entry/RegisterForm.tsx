import { fieldLengths } from "@knowhow/shared";
import { registerForm } from "@knowhow/shared/schemas.ts";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import MuiLink from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Controller, useWatch } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import type { InferType } from "yup";
import { client } from "@knowhow/ui/client/client.ts";
import { hasCode } from "@knowhow/ui/components/failure.ts";
import { useEndpointMutation } from "@knowhow/ui/client/queries.ts";
import { signedIn } from "@knowhow/ui/device/signOut.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { applyServerErrors } from "@knowhow/ui/forms/applyServerErrors.ts";
import { FormTextField } from "@knowhow/ui/forms/FormTextField.tsx";
import { PasswordField } from "@knowhow/ui/forms/PasswordField.tsx";
import { SubmitButton } from "@knowhow/ui/forms/SubmitButton.tsx";
import { useContractForm } from "@knowhow/ui/forms/useContractForm.ts";
import { honorificOf } from "@knowhow/ui/features/layout/places.ts";
import { useNicknameVerdict, useUserIdVerdict } from "../availability.ts";
import { ConsentField } from "../ConsentField.tsx";
import { MatchText, PasswordChecklist } from "@knowhow/ui/features/accounts/PasswordChecklist.tsx";
import { phoneCharacters, withoutSpaces } from "@knowhow/ui/features/accounts/typing.ts";
import { VerdictText } from "../VerdictText.tsx";
import { refusedFields, remainingFor, type RegisterValues } from "./remaining.ts";

const empty = {
  name: "",
  userId: "",
  nickname: "",
  email: "",
  phoneNumber: "",
  password: "",
  passwordConfirm: "",
};

const rangeOf = (field: keyof typeof fieldLengths): string =>
  `${fieldLengths[field].min}~${fieldLengths[field].max}자`;

const useRegister = (next: string) => {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const toast = useToast();
  const form = useContractForm<InferType<typeof registerForm>>(registerForm, empty);
  const typed = useWatch({ control: form.control });
  const values: RegisterValues = { ...empty, ...typed, privacyConsent: typed.privacyConsent ?? false };
  const verdicts = {
    userId: useUserIdVerdict(values.userId),
    nickname: useNicknameVerdict(values.nickname),
  };
  const [failure, setFailure] = useState<string>();
  const register = useEndpointMutation(client.accounts.register, {
    onSuccess: ({ user }) => {
      signedIn(queryClient, user);
      void navigate(next, { replace: true });
      toast({ title: "회원가입 완료", description: `${honorificOf(user)}, 노하우에 오신 것을 환영합니다.` });
    },
    onError: (error) => {
      setFailure(applyServerErrors(form, error));
      // Another user was quicker: the verdict is asked for again.
      if (hasCode(error, "USER_ID_TAKEN")) verdicts.userId.retry();
      if (hasCode(error, "NICKNAME_TAKEN")) verdicts.nickname.retry();
    },
  });
  const remaining = remainingFor(values, verdicts);
  // Fields that the server refused, until they are changed.
  const refused = refusedFields(form.formState.errors);
  const handleSend = form.handleSubmit((body) => {
    // Enter can submit before the names are known to be free; the button can not.
    if (remaining.length > 0) return;
    setFailure(undefined);
    register.mutate({ body });
  });
  return { form, values, verdicts, failure, remaining, refused, handleSend, isPending: register.isPending };
};

/** The form of a new user: every rule is checked while typing, the button waits for all of them. */
export const RegisterForm = ({ next }: { next: string }) => {
  const { form, values, verdicts, failure, remaining, refused, handleSend, isPending } = useRegister(next);
  const { control } = form;
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void handleSend(event)}
      sx={{ display: "grid", gap: 1.5 }}
    >
      <FormTextField
        control={control}
        name="name"
        label="이름"
        isRequired
        autoComplete="name"
        normalize={withoutSpaces}
        help={`실명 ${rangeOf("name")}, 공백 없이 입력해주세요.`}
      />
      <FormTextField
        control={control}
        name="userId"
        label="아이디"
        isRequired
        autoComplete="username"
        normalize={(typed) => typed.replace(/[^A-Za-z0-9]/g, "")}
        isRefused={verdicts.userId.state === "taken"}
        help={
          <VerdictText
            verdict={verdicts.userId}
            otherwise={`영문과 숫자를 모두 넣어 ${rangeOf("userId")}로 정해주세요.`}
          />
        }
        inputProps={{ autoCapitalize: "none", spellCheck: false }}
      />
      <FormTextField
        control={control}
        name="nickname"
        label="닉네임"
        isRequired
        autoComplete="nickname"
        isRefused={verdicts.nickname.state === "taken"}
        help={
          <VerdictText
            verdict={verdicts.nickname}
            otherwise={`다른 사람에게 보이는 이름이에요. ${rangeOf("nickname")}`}
          />
        }
      />
      <FormTextField
        control={control}
        name="email"
        label="이메일"
        type="email"
        isRequired
        autoComplete="email"
        placeholder="name@example.com"
        normalize={withoutSpaces}
        inputProps={{ autoCapitalize: "none", spellCheck: false }}
      />
      <FormTextField
        control={control}
        name="phoneNumber"
        label="전화번호"
        type="tel"
        isRequired
        autoComplete="tel"
        placeholder="01012345678"
        help="숫자와 +만 입력할 수 있어요."
        normalize={phoneCharacters}
      />
      <PasswordField
        control={control}
        name="password"
        label="비밀번호"
        isRequired
        autoComplete="new-password"
        onValueChange={() => {
          if (form.getFieldState("passwordConfirm").isTouched) void form.trigger("passwordConfirm");
        }}
      />
      <PasswordChecklist password={values.password} />
      <PasswordField
        control={control}
        name="passwordConfirm"
        label="비밀번호 확인"
        isRequired
        autoComplete="new-password"
        help={<MatchText password={values.password} repeated={values.passwordConfirm} />}
      />
      <Controller
        control={control}
        name="privacyConsent"
        render={({ field, fieldState }) => (
          <ConsentField
            label="[필수] 개인정보 수집 및 이용에 동의합니다"
            name={field.name}
            isChecked={values.privacyConsent}
            onChange={field.onChange}
            onBlur={field.onBlur}
            inputRef={field.ref}
            error={fieldState.error?.message}
          />
        )}
      />
      {failure ? <Alert severity="error">{failure}</Alert> : null}
      <SubmitButton
        isPending={isPending}
        pendingLabel="가입하는 중..."
        disabled={remaining.length > 0}
        fullWidth
      >
        가입하기
      </SubmitButton>
      <Typography variant="body2" color="textSecondary" sx={{ textAlign: "center" }}>
        {remaining.length > 0
          ? `아직 남은 항목: ${remaining.join(", ")}`
          : refused.length > 0
            ? `다시 확인할 항목: ${refused.join(", ")}`
            : "모든 항목을 확인했어요."}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ textAlign: "center" }}>
        만 14세 이상만 가입할 수 있어요. 가입하면{" "}
        <MuiLink
          href="/terms"
          target="_blank"
          rel="noopener"
          aria-label="이용약관 (새 창)"
          underline="always"
        >
          이용약관
        </MuiLink>
        에 동의하게 됩니다.
      </Typography>
    </Box>
  );
};
