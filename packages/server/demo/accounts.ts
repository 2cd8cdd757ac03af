import { demoBuyers } from "./buyers.ts";
import { demoMentors } from "./mentors.ts";
import { demoPassword } from "./password.ts";
import type { DemoAccount, DemoPerson, DemoRole } from "./types.ts";

type Joined = DemoPerson & { readonly joinedDaysAgo: number };

const known = (people: readonly Joined[], userId: string): Joined => {
  const person = people.find((candidate) => candidate.userId === userId);
  if (!person) throw new Error(`${userId} is missing from the demo data`);
  return person;
};

const open = (role: DemoRole, person: Joined): DemoAccount => {
  const { userId, name, nickname, email, phoneNumber, joinedDaysAgo } = person;
  return { role, userId, name, nickname, email, phoneNumber, joinedDaysAgo, password: demoPassword };
};

const invent = (userId: string, name: string, nickname: string, last: string): Joined => ({
  userId,
  name,
  nickname,
  email: `${userId}@example.com`,
  phoneNumber: `0100000${last}`,
  joinedDaysAgo: 431,
});

/** The accounts that the start message names. */
export const demoAccounts: readonly DemoAccount[] = [
  open("seller", known(demoMentors, "mentor1")),
  open("buyer", known(demoBuyers, "buyer1")),
  open("administrator", invent("admin1", "관리자", "노하우운영팀", "3001")),
  open("warned", invent("warned1", "경고일", "경고받은사람", "3002")),
  open("suspended", invent("suspended1", "정지일", "쉬는중인사람", "3003")),
  open("banned", invent("banned1", "금지일", "이용제한된사람", "3004")),
];
