import { boolean, object, ref, string, type InferType } from "yup";
import type { FeatureSchemas } from "../endpoint.ts";
import { nfc } from "../text.ts";
import {
  accountHolderField,
  accountNumberField,
  bankNameField,
  countValue,
  emailField,
  flagValue,
  givenPasswordField,
  idValue,
  introductionField,
  nameField,
  newNicknameField,
  newPasswordField,
  nicknameField,
  okResponse,
  optionalId,
  optionalText,
  optionalTime,
  phoneField,
  textValue,
  timeValue,
  userIdField,
} from "./fields.ts";

/** The signed-in person as their own screens see them. The account number is masked. */
export const currentUser = object({
  id: idValue,
  userId: textValue,
  name: textValue,
  nickname: textValue,
  email: textValue,
  phoneNumber: textValue,
  profileImageUrl: optionalText,
  /** What their page as a mentor says of them. */
  introduction: optionalText,
  /** Whether that page says how much they have sold. */
  showsSales: flagValue,
  isPhoneVerified: flagValue,
  bankName: optionalText,
  accountNumber: optionalText,
  accountHolder: optionalText,
  warningCount: countValue,
  suspendedUntil: optionalTime,
  isBanned: flagValue,
  banReason: optionalText,
  isAdmin: flagValue,
  mustChangePassword: flagValue,
  unseenPenaltyId: optionalId,
  /** Why they are suspended, else why they were warned last. */
  penaltyReason: optionalText,
  /** Until when the settlement account stays as it is, after a sign-in with a temporary password. */
  bankFrozenUntil: optionalTime,
  createdAt: timeValue,
}).noUnknown();
export type CurrentUser = InferType<typeof currentUser>;

const userResponse = object({ user: currentUser }).noUnknown();

export const loginForm = object({
  emailOrUserId: string()
    .transform((value: unknown) =>
      typeof value === "string" ? value.replace(/[\s\p{Cc}]/gu, "").replace(/\p{Cs}/gu, "\ufffd") : value,
    )
    .required("이메일 또는 아이디를 입력해주세요.")
    .max(255, "이메일 또는 아이디가 너무 깁니다."),
  password: givenPasswordField,
});

export const registerForm = object({
  name: nameField,
  userId: userIdField,
  nickname: newNicknameField,
  email: emailField,
  phoneNumber: phoneField,
  password: newPasswordField,
  passwordConfirm: string()
    .required("비밀번호 확인을 입력해주세요.")
    .oneOf([ref("password")], "비밀번호가 일치하지 않습니다."),
  // A consent is given, not made of something that looks like one.
  privacyConsent: boolean()
    .strict()
    .typeError("개인정보 수집 및 이용에 동의해주세요.")
    .required("개인정보 수집 및 이용에 동의해주세요.")
    .isTrue("개인정보 수집 및 이용에 동의해주세요."),
});

export const profileForm = object({
  // A nickname is kept unchanged: only the server knows whether it is a new one.
  nickname: nicknameField,
  name: nameField,
  email: emailField,
  phoneNumber: phoneField,
  profileImageUrl: string().nullable().max(500, "프로필 이미지 주소가 올바르지 않습니다."),
  introduction: introductionField,
  /** Left out it stays as it is. */
  showsSales: boolean().typeError("판매 수 공개 여부는 true 또는 false여야 합니다."),
});

/** The form's values as it was opened: a change from elsewhere is not undone unseen. */
const expectedProfile = object({
  nickname: string(),
  name: string(),
  email: string(),
  phoneNumber: string(),
  profileImageUrl: string().nullable(),
  introduction: introductionField,
  showsSales: boolean(),
})
  .default(undefined)
  .notRequired();

/** One password, whether it was typed composed or decomposed. */
const nfcOf = (value: unknown): unknown => (typeof value === "string" ? nfc(value) : value);

export const changePasswordForm = object({
  currentPassword: string().required("현재 비밀번호를 입력해주세요.").max(1_000, "비밀번호가 너무 깁니다."),
  // Otherwise a temporary password could be kept for good.
  newPassword: newPasswordField.test(
    "different",
    "현재 비밀번호와 다른 비밀번호를 입력해주세요.",
    // Yup types the parent as any; it is the form being validated.
    (value, { parent }) =>
      value === "" || nfcOf(value) !== nfcOf((parent as { currentPassword?: unknown }).currentPassword),
  ),
});

const everything = "모든 정보를 입력해주세요.";
const without = (pattern: RegExp) => (value: unknown) =>
  typeof value === "string" ? nfc(value).replace(pattern, "") : value;
/** Not by a pattern, which would go through a long row of blanks again from each of its places. */
const trimmed = (value: unknown) => (typeof value === "string" ? nfc(value).trim() : value);
/** Only presence is checked: a wrong value of any kind is simply not found. */
const recoveryField = (clean: (value: unknown) => unknown) =>
  string().transform(clean).required(everything).max(255, everything);
const spaces = /\s/g;

export const findAccountForm = object({
  name: recoveryField(without(spaces)),
  nickname: recoveryField(trimmed),
  email: recoveryField(without(spaces)),
  phoneNumber: recoveryField(without(/[\s-]/g)),
});

export const resetPasswordForm = findAccountForm.concat(object({ userId: recoveryField(without(spaces)) }));

export const bankAccountForm = object({
  bankName: bankNameField,
  accountNumber: accountNumberField,
  accountHolder: accountHolderField,
});

const availability = object({ available: flagValue, message: string() }).noUnknown();

/** Input and answer of each call. */
export const accountsSchemas = {
  me: { response: userResponse },
  register: { body: registerForm, response: userResponse },
  login: { body: loginForm, response: userResponse },
  logout: { response: okResponse },
  logoutPage: {},
  checkUserId: { response: availability },
  checkNickname: { response: availability },
  checkNicknameUpdate: { response: availability },
  openProfile: { response: userResponse },
  updateProfile: { body: profileForm.concat(object({ expected: expectedProfile })), response: userResponse },
  changePassword: { body: changePasswordForm, response: okResponse },
  verifyPassword: { body: object({ password: givenPasswordField }), response: okResponse },
  findAccount: {
    body: findAccountForm,
    response: object({ userId: textValue, message: textValue }).noUnknown(),
  },
  resetPassword: {
    body: resetPasswordForm,
    response: object({ tempPassword: textValue, userId: textValue, message: textValue }).noUnknown(),
  },
  leave: { body: object({ password: givenPasswordField }), response: okResponse },
  verifyAccount: {
    body: bankAccountForm,
    response: object({ valid: flagValue, message: textValue, orderId: textValue }).noUnknown(),
  },
  bankAccount: {
    response: object({
      bankName: optionalText,
      accountNumber: optionalText,
      accountHolder: optionalText,
    }).noUnknown(),
  },
  updateBankAccount: {
    body: bankAccountForm,
    response: object({ ok: flagValue, user: currentUser }).noUnknown(),
  },
  verifyStatus: {
    response: object({ verified: flagValue, message: textValue, oneWon: flagValue }).noUnknown(),
  },
} satisfies FeatureSchemas;
