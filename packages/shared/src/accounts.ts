import { boolean, object, ref, string, type InferType } from "yup";
import { endpoint } from "./endpoint.ts";
import {
  accountHolderField, accountNumberField, bankNameField, countValue, emailField, flagValue, givenPasswordField,
  idValue, nameField, newNicknameField, newPasswordField, nicknameField, okResponse, optionalId, optionalText, optionalTime, phoneField,
  textValue, timeValue, userIdField,
} from "./fields.ts"; // prettier-ignore
import { nfc } from "./text.ts";

/** The signed-in person as their own screens see them. The account number is masked. */
export const currentUser = object({
  id: idValue,
  userId: textValue,
  name: textValue,
  nickname: textValue,
  email: textValue,
  phoneNumber: textValue,
  profileImageUrl: optionalText,
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
  // Who has a nickname keeps it: only the server knows whether it is a new one.
  nickname: nicknameField,
  name: nameField,
  email: emailField,
  phoneNumber: phoneField,
  profileImageUrl: string().nullable().max(500, "프로필 이미지 주소가 올바르지 않습니다."),
});

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
/** Nothing is judged here but that it is there: a wrong value is not found, whatever is wrong with it. */
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

/** One count for all ways to ask whether a name or an address is taken. */
const availabilityLimits = [
  "availability",
  "availabilityDay",
  "availabilityMember",
  "availabilityMemberDay",
] as const;

/** Sign-up, sign-in, the own profile and the settlement account. */
export const accounts = {
  me: endpoint({
    method: "GET",
    path: "/api/auth/me",
    access: "member",
    whileSuspended: true,
    whileBanned: true,
    whileMustChangePassword: true,
    response: userResponse,
    errors: [],
  }),
  register: endpoint({
    method: "POST",
    path: "/api/register",
    access: "public",
    whileSuspended: true,
    whileBanned: true,
    limit: ["register", ...availabilityLimits],
    body: registerForm,
    response: userResponse,
    status: 201,
    errors: ["USER_ID_TAKEN", "NICKNAME_TAKEN", "EMAIL_TAKEN", "UNAVAILABLE", "VALIDATION"],
  }),
  login: endpoint({
    method: "POST",
    path: "/api/login",
    access: "public",
    whileSuspended: true,
    whileBanned: true,
    limit: "login",
    body: loginForm,
    response: userResponse,
    errors: ["WRONG_CREDENTIALS", "LOGIN_LOCKED", "UNAVAILABLE"],
  }),
  logout: endpoint({
    method: "POST",
    path: "/api/auth/logout",
    access: "public",
    whileSuspended: true,
    whileBanned: true,
    response: okResponse,
    errors: [],
  }),
  logoutPage: endpoint({
    method: "GET",
    path: "/api/auth/logout",
    access: "public",
    whileSuspended: true,
    whileBanned: true,
    kind: "stream",
    errors: ["CROSS_SITE"],
  }),
  checkUserId: endpoint({
    method: "GET",
    path: "/api/check-userid/:value",
    access: "public",
    whileSuspended: true,
    whileBanned: true,
    limit: availabilityLimits,
    response: availability,
    errors: [],
  }),
  checkNickname: endpoint({
    method: "GET",
    path: "/api/check-nickname/:nickname",
    access: "public",
    whileSuspended: true,
    whileBanned: true,
    limit: availabilityLimits,
    response: availability,
    errors: [],
  }),
  checkNicknameUpdate: endpoint({
    method: "GET",
    path: "/api/check-nickname-update/:nickname",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    limit: availabilityLimits,
    response: availability,
    errors: [],
  }),
  updateProfile: endpoint({
    method: "PUT",
    path: "/api/profile",
    access: "member",
    whileSuspended: false,
    whileBanned: false,
    changesContents: true,
    limit: availabilityLimits,
    body: profileForm,
    response: userResponse,
    errors: [
      "PASSWORD_REQUIRED", "VALIDATION", "NICKNAME_TAKEN", "EMAIL_TAKEN", "NOT_FOUND", "UNSUPPORTED_TYPE", "TOO_LARGE",
    ], // prettier-ignore
  }),
  changePassword: endpoint({
    method: "PUT",
    path: "/api/change-password",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    whileMustChangePassword: true,
    limit: "password",
    body: changePasswordForm,
    response: okResponse,
    errors: ["WRONG_PASSWORD", "VALIDATION", "LOGIN_LOCKED", "UNAVAILABLE"],
  }),
  verifyPassword: endpoint({
    method: "POST",
    path: "/api/auth/verify-password",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    limit: "password",
    body: object({ password: givenPasswordField }),
    response: okResponse,
    errors: ["WRONG_PASSWORD", "LOGIN_LOCKED", "UNAVAILABLE"],
  }),
  findAccount: endpoint({
    method: "POST",
    path: "/api/find-account",
    access: "public",
    whileSuspended: true,
    whileBanned: true,
    body: findAccountForm,
    response: object({ userId: textValue, message: textValue }).noUnknown(),
    errors: ["ACCOUNT_NOT_FOUND", "RATE_LIMITED"],
  }),
  resetPassword: endpoint({
    method: "POST",
    path: "/api/reset-password",
    access: "public",
    whileSuspended: true,
    whileBanned: true,
    body: resetPasswordForm,
    response: object({ tempPassword: textValue, userId: textValue, message: textValue }).noUnknown(),
    errors: ["ACCOUNT_NOT_FOUND", "RATE_LIMITED", "UNAVAILABLE"],
  }),
  /** Leaves the service for good. */
  leave: endpoint({
    method: "DELETE",
    path: "/api/user",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    limit: "password",
    body: object({ password: givenPasswordField }),
    response: okResponse,
    errors: ["WRONG_PASSWORD", "LOGIN_LOCKED", "UNAVAILABLE", "OPEN_BUSINESS"],
  }),
  verifyAccount: endpoint({
    method: "POST",
    path: "/api/verify-account",
    access: "member",
    whileSuspended: false,
    whileBanned: false,
    limit: "verifyAccount",
    body: bankAccountForm,
    response: object({ valid: flagValue, message: textValue, orderId: textValue }).noUnknown(),
    errors: ["PROVIDER_ERROR"],
  }),
  bankAccount: endpoint({
    method: "GET",
    path: "/api/user/bank-account",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    response: object({
      bankName: optionalText,
      accountNumber: optionalText,
      accountHolder: optionalText,
    }).noUnknown(),
    errors: [],
  }),
  updateBankAccount: endpoint({
    method: "PUT",
    path: "/api/user/bank-account",
    access: "member",
    whileSuspended: false,
    whileBanned: false,
    body: bankAccountForm,
    response: object({ ok: flagValue, user: currentUser }).noUnknown(),
    errors: ["PASSWORD_REQUIRED", "ACCOUNT_NOT_VERIFIED"],
  }),
  verifyStatus: endpoint({
    method: "GET",
    path: "/api/account/verify-status/:orderNumber",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    response: object({ verified: flagValue, message: textValue, oneWon: flagValue }).noUnknown(),
    errors: ["NOT_FOUND"],
  }),
};
