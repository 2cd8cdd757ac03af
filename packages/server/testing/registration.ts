import { randomBytes } from "node:crypto";

/** A form of POST /api/register that is valid, and of a person of its own. */
export const buildRegistration = <T extends object>(overrides?: T) => {
  const mark = randomBytes(4).toString("hex");
  return {
    name: "홍길동",
    userId: `person${mark}1`,
    nickname: `사람${mark}`,
    email: `${mark}@example.com`,
    phoneNumber: "01012345678",
    password: "Nolja!2026",
    passwordConfirm: "Nolja!2026",
    privacyConsent: true,
    ...overrides,
  };
};
