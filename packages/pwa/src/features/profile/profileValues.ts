import type { CurrentUser } from "@knowhow/shared";

const labels = {
  nickname: "닉네임",
  name: "이름",
  email: "이메일",
  phoneNumber: "전화번호",
  profileImageUrl: "프로필 사진",
} as const;
type Field = keyof typeof labels;

/** What the form of the own data edits. */
type ProfileValues = Pick<CurrentUser, Exclude<Field, "profileImageUrl">> & {
  profileImageUrl: string | null | undefined;
};

/** One field that was changed elsewhere while the form was open. */
export interface ForeignChange {
  label: string;
  /** What is there now, where it can be written out. */
  value: string | undefined;
  /** Whether the person has typed something else there, which stays. */
  isKept: boolean;
}

// Object.keys forgets which keys there are.
const fields = Object.keys(labels) as Field[];

/** The fields of the form, of who is signed in. */
export const valuesOf = ({
  nickname,
  name,
  email,
  phoneNumber,
  profileImageUrl,
}: CurrentUser): ProfileValues => ({
  nickname,
  name,
  email,
  phoneNumber,
  profileImageUrl,
});

/**
 * Joins what was typed with what is there now: a field that was left as it was opened follows, one that was typed into
 * stays. Tells what was changed elsewhere.
 */
export const joinValues = (
  opened: ProfileValues,
  typed: ProfileValues,
  now: ProfileValues,
): { joined: ProfileValues; changes: ForeignChange[] } => {
  const joined = { ...typed };
  const follow = <F extends Field>(field: F) => {
    if (typed[field] === opened[field]) joined[field] = now[field];
  };
  const changes = fields
    .filter((field) => now[field] !== opened[field])
    .map((field) => {
      follow(field);
      const value = field === "profileImageUrl" ? undefined : now[field];
      return { label: labels[field], value, isKept: joined[field] !== now[field] };
    });
  return { joined, changes };
};
