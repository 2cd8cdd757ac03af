/** An e-mail address of which no more is shown than its owner needs to know which one it is. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf("@");
  const shown = Array.from(email.slice(0, at)).slice(0, at > 3 ? 2 : 1);
  return `${shown.join("")}***${email.slice(at)}`;
};

/** A phone number with its last four digits, and its first three where enough stay hidden between them. */
export const maskPhoneNumber = (phoneNumber: string): string => {
  const start = phoneNumber.length >= 10 ? `${phoneNumber.slice(0, 3)}-` : "";
  return `${start}****-${phoneNumber.slice(-4)}`;
};
