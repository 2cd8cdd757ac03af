import { randomBytes } from "node:crypto";

/** A person's fields of the sign-up form. */
export interface Person {
  name: string;
  userId: string;
  nickname: string;
  email: string;
  phoneNumber: string;
  password: string;
}

/** A few characters that nothing else in the run has: tests share one server and run side by side. */
export const mark = (): string => randomBytes(4).toString("hex");

/** A new person; `called` begins the nickname. */
export const makePerson = (called = "사람"): Person => {
  const own = mark();
  return {
    name: "김노하",
    userId: `user${own}1`,
    nickname: `${called}${own}`,
    email: `${own}@example.com`,
    phoneNumber: "01012345678",
    password: "Story!2026",
  };
};
