import { registerForm } from "@knowhow/shared/schemas.ts";
import { ValidationError, type InferType } from "yup";
import type { Availability } from "../availability.ts";

/** The form while it is filled in: the consent may be missing. */
export type RegisterValues = Omit<InferType<typeof registerForm>, "privacyConsent"> & {
  privacyConsent: boolean;
};

const labels: Record<keyof RegisterValues, string> = {
  name: "이름",
  userId: "아이디",
  nickname: "닉네임",
  email: "이메일",
  phoneNumber: "전화번호",
  password: "비밀번호",
  passwordConfirm: "비밀번호 확인",
  privacyConsent: "개인정보 동의",
};
// The record's keys are exactly the form's fields.
const fields = Object.keys(labels) as (keyof RegisterValues)[];

const wrongFields = (values: RegisterValues): Set<string> => {
  try {
    registerForm.validateSync(values, { abortEarly: false });
    return new Set();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return new Set(error.inner.map(({ path }) => path ?? ""));
  }
};

/** The labels of the fields that have errors. */
export const refusedFields = (errors: Partial<Record<keyof RegisterValues, unknown>>): string[] =>
  fields.flatMap((field) => (errors[field] ? [labels[field]] : []));

/** The labels of the fields that still keep a user from signing up; none when all is well. */
export const remainingFor = (
  values: RegisterValues,
  verdicts: { userId: Availability; nickname: Availability },
): string[] => {
  const wrong = wrongFields(values);
  return fields.flatMap((field) => {
    if (wrong.has(field)) return [labels[field]];
    const verdict = field === "userId" || field === "nickname" ? verdicts[field] : undefined;
    return verdict && verdict.state !== "available" ? [`${labels[field]} 중복 확인`] : [];
  });
};
