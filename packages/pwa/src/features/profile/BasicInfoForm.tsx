import { errors, textLimits, type CurrentUser } from "@knowhow/shared";
import { profileForm } from "@knowhow/shared/schemas.ts";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import OutlinedInput from "@mui/material/OutlinedInput";
import Switch from "@mui/material/Switch";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState, type ReactNode } from "react";
import { Controller, useWatch } from "react-hook-form";
import { client } from "@knowhow/ui/client/client.ts";
import { hasCode } from "@knowhow/ui/components/failure.ts";
import { useEndpointMutation } from "@knowhow/ui/client/queries.ts";
import { rememberMe } from "@knowhow/ui/client/session.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { refreshContents } from "@knowhow/ui/client/contentCache.ts";
import { applyServerErrors } from "@knowhow/ui/forms/applyServerErrors.ts";
import { FieldFrame, FormTextField } from "@knowhow/ui/forms/FormTextField.tsx";
import { SubmitButton } from "@knowhow/ui/forms/SubmitButton.tsx";
import { useContractForm } from "@knowhow/ui/forms/useContractForm.ts";
import { useNewNicknameVerdict } from "../accounts/availability.ts";
import { phoneCharacters, withoutSpaces } from "@knowhow/ui/features/accounts/typing.ts";
import { VerdictText } from "../accounts/VerdictText.tsx";
import { useProfileImage } from "./profileImage.ts";
import { ProfileImageField } from "./ProfileImageField.tsx";
import { joinValues, valuesOf, type ForeignChange } from "./profileValues.ts";
import { emailFeedback, nameWarning, nicknameWarning, phoneWarning } from "./warnings.ts";

const Note = ({ color, children }: { color: "warning" | "success" | "error"; children: ReactNode }) => (
  <Box component="span" role="status" sx={{ display: "block", color: `${color}.main`, fontWeight: 550 }}>
    {children}
  </Box>
);

const warn = (warning: string | undefined, others: ReactNode = null) => ({
  isWarned: warning !== undefined,
  help: (
    <>
      {warning ? <Note color="warning">{warning}</Note> : null}
      {others}
    </>
  ),
});

const EmailNote = ({ email }: { email: string }) => {
  const feedback = emailFeedback(email);
  return feedback ? <Note color={feedback.isValid ? "success" : "error"}>{feedback.message}</Note> : null;
};

const UserIdField = ({ userId }: { userId: string }) => {
  const id = useId();
  return (
    <FieldFrame id={id} label="아이디" help="아이디는 바꿀 수 없어요.">
      <OutlinedInput
        id={id}
        value={userId}
        readOnly
        disabled
        autoComplete="username"
        inputProps={{ "aria-describedby": `${id}-help` }}
      />
    </FieldFrame>
  );
};

/** The fields changed elsewhere since the form was opened; typed values stay. */
const ForeignChanges = ({ changes }: { changes: readonly ForeignChange[] }) => (
  <Alert severity="warning">
    {errors.EDIT_CONFLICT.message}
    <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, overflowWrap: "anywhere" }}>
      {changes.map(({ label, value, isKept }) => (
        <li key={label}>
          {label}
          {value === undefined ? "" : `: ${value}`}{" "}
          {isKept
            ? "(입력하신 값은 그대로 두었어요. 저장하면 그 값으로 바뀌어요.)"
            : "(지금 값을 옮겨 적었어요.)"}
        </li>
      ))}
    </Box>
  </Alert>
);

interface BasicInfoFormProps {
  user: CurrentUser;
  /** The same with the whole phone number, as the form was opened with. */
  whole: CurrentUser;
  onClose: () => void;
}

const useBasicInfo = ({ user, whole, onClose }: BasicInfoFormProps) => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const [failure, setFailure] = useState<string>();
  const [opened, setOpened] = useState(() => valuesOf(whole));
  const [changes, setChanges] = useState<ForeignChange[]>([]);
  const form = useContractForm(profileForm, opened);
  const values = { ...opened, ...useWatch({ control: form.control }) };
  const verdict = useNewNicknameVerdict(values.nickname, user.nickname);
  const upload = useProfileImage((path) => form.setValue("profileImageUrl", path, { shouldDirty: true }));
  const readNow = useEndpointMutation(client.accounts.openProfile, {
    onSuccess: (answer) => {
      const now = valuesOf(answer.user);
      const { joined, changes: found } = joinValues(opened, { ...opened, ...form.getValues() }, now);
      form.reset(joined, { keepErrors: true });
      setOpened(now);
      setChanges(found);
    },
    onError: () => setFailure(errors.EDIT_CONFLICT.message),
  });
  const save = useEndpointMutation(client.accounts.updateProfile, {
    onSuccess: (answer) => {
      rememberMe(queryClient, answer.user);
      void refreshContents(queryClient);
      toast({ title: "프로필 저장됨", description: "기본 정보를 저장했습니다." });
      onClose();
    },
    onError: (error) => {
      if (hasCode(error, "EDIT_CONFLICT")) {
        readNow.mutate({});
        return;
      }
      setFailure(applyServerErrors(form, error));
      if (hasCode(error, "NICKNAME_TAKEN")) verdict.retry();
    },
  });
  const isSaving = save.isPending || readNow.isPending;
  const canSave = verdict.state !== "taken" && verdict.state !== "checking" && upload.percent === undefined;
  const handleSend = form.handleSubmit((body) => {
    if (!canSave) return;
    setFailure(undefined);
    setChanges([]);
    save.mutate({ body: { ...body, expected: opened } });
  });
  const handleRemoveImage = () => {
    form.setValue("profileImageUrl", null, { shouldDirty: true });
    upload.forget();
  };
  return {
    form,
    values,
    verdict,
    upload,
    failure,
    changes,
    canSave,
    handleSend,
    handleRemoveImage,
    isSaving,
  };
};

/** Edits the user's name, nickname, addresses and picture. */
export const BasicInfoForm = (props: BasicInfoFormProps) => {
  const { user, onClose } = props;
  const { form, values, verdict, upload, failure, changes, canSave, isSaving, ...act } = useBasicInfo(props);
  const { control } = form;
  return (
    <Box
      component="form"
      noValidate
      aria-label="기본 정보 수정"
      onSubmit={(event) => void act.handleSend(event)}
      sx={{ display: "grid", gap: 1.5 }}
    >
      <ProfileImageField
        user={user}
        path={values.profileImageUrl ?? null}
        upload={upload}
        onRemove={act.handleRemoveImage}
      />
      <UserIdField userId={user.userId} />
      <FormTextField
        control={control}
        name="name"
        label="이름"
        isRequired
        autoComplete="name"
        normalize={withoutSpaces}
        {...warn(nameWarning(values.name))}
      />
      <FormTextField
        control={control}
        name="nickname"
        label="닉네임"
        isRequired
        autoComplete="nickname"
        isRefused={verdict.state === "taken"}
        {...warn(nicknameWarning(values.nickname), <VerdictText verdict={verdict} />)}
      />
      <FormTextField
        control={control}
        name="email"
        label="이메일"
        type="email"
        isRequired
        autoComplete="email"
        normalize={withoutSpaces}
        help={<EmailNote email={values.email} />}
        inputProps={{ autoCapitalize: "none", spellCheck: false }}
      />
      <FormTextField
        control={control}
        name="phoneNumber"
        label="전화번호"
        type="tel"
        isRequired
        autoComplete="tel"
        normalize={phoneCharacters}
        {...warn(phoneWarning(values.phoneNumber))}
      />
      <FormTextField
        control={control}
        name="introduction"
        label="소개"
        help="콘텐츠를 팔면 멘토 페이지에서 모두가 볼 수 있어요."
        counterMax={textLimits.introduction}
        multiline
        minRows={3}
        maxRows={8}
      />
      <Controller
        control={control}
        name="showsSales"
        render={({ field: { value, onChange, ref, ...field } }) => (
          <FormControlLabel
            label="멘토 페이지에 판매 수 공개"
            control={
              <Switch
                {...field}
                checked={value === true}
                onChange={(_, checked) => onChange(checked)}
                slotProps={{ input: { ref } }}
              />
            }
          />
        )}
      />
      {failure ? <Alert severity="error">{failure}</Alert> : null}
      {changes.length > 0 ? <ForeignChanges changes={changes} /> : null}
      <Box sx={{ display: "flex", gap: 1, justifyContent: "flex-end" }}>
        <Button color="inherit" onClick={onClose} disabled={isSaving}>
          취소
        </Button>
        <SubmitButton isPending={isSaving} pendingLabel="저장 중..." disabled={!canSave} size="medium">
          저장
        </SubmitButton>
      </Box>
    </Box>
  );
};
