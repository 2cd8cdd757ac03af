import { cleanLine, fieldLengths, lengthOf } from "@knowhow/shared";
import { emailField } from "@knowhow/shared/schemas.ts";

const { nickname: nicknameLength, name: nameLength } = fieldLengths;

/** The warning about a nickname that is nearly too short or too long; undefined when it is fine. */
export const nicknameWarning = (nickname: string): string | undefined => {
  const length = lengthOf(cleanLine(nickname));
  if (length < nicknameLength.min) return `닉네임은 ${nicknameLength.min}자 이상 입력해주세요.`;
  return length > nicknameLength.max - 2
    ? `닉네임은 ${nicknameLength.max}자까지 쓸 수 있어요. 지금 ${length}자예요.`
    : undefined;
};

/** The same for a name. */
export const nameWarning = (name: string): string | undefined => {
  const length = lengthOf(name);
  if (length < nameLength.min) return `이름은 ${nameLength.min}자 이상 입력해주세요.`;
  return length > nameLength.max - 1
    ? `이름은 ${nameLength.max}자까지 쓸 수 있어요. 지금 ${length}자예요.`
    : undefined;
};

/** The same for a phone number. */
export const phoneWarning = (phone: string): string | undefined =>
  phone.length > 15 ? "전화번호가 길어요. 맞게 입력했는지 확인해주세요." : undefined;

/** Whether the typed text looks like an e-mail address, in words; undefined for an empty text. */
export const emailFeedback = (email: string): { isValid: boolean; message: string } | undefined => {
  if (email === "") return undefined;
  const isValid = emailField.isValidSync(email);
  return { isValid, message: isValid ? "올바른 이메일 형식입니다." : "올바른 이메일 형식이 아닙니다." };
};
