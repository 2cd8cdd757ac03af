import { emailField, lengthOf } from "@knowhow/shared";

/** What to mind about a nickname that is nearly too short or too long; undefined when it is fine. */
export const nicknameWarning = (nickname: string): string | undefined => {
  const length = lengthOf(nickname.trim());
  if (length < 2) return "닉네임은 2자 이상 입력해주세요.";
  return length > 18 ? `닉네임은 20자까지 쓸 수 있어요. 지금 ${length}자예요.` : undefined;
};

/** The same for a name. */
export const nameWarning = (name: string): string | undefined => {
  const length = lengthOf(name);
  if (length < 2) return "이름은 2자 이상 입력해주세요.";
  return length > 4 ? `이름은 5자까지 쓸 수 있어요. 지금 ${length}자예요.` : undefined;
};

/** The same for a phone number. */
export const phoneWarning = (phone: string): string | undefined =>
  phone.length > 15 ? "전화번호가 길어요. 맞게 입력했는지 확인해주세요." : undefined;

/** Whether what is typed looks like an e-mail address, in words; undefined for nothing typed. */
export const emailFeedback = (email: string): { isValid: boolean; message: string } | undefined => {
  if (email === "") return undefined;
  const isValid = emailField.isValidSync(email);
  return { isValid, message: isValid ? "올바른 이메일 형식입니다." : "올바른 이메일 형식이 아닙니다." };
};
