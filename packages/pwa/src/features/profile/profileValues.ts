import type { CurrentUser } from "@knowhow/shared";

const labels = {
  nickname: "닉네임",
  name: "이름",
  email: "이메일",
  phoneNumber: "전화번호",
  profileImageUrl: "프로필 사진",
  introduction: "소개",
  showsSales: "판매 수 공개",
} as const;
type Field = keyof typeof labels;

/** The fields that the form edits. */
type ProfileValues = Pick<CurrentUser, Exclude<Field, "profileImageUrl" | "introduction" | "showsSales">> & {
  profileImageUrl: string | null | undefined;
  introduction: string | null | undefined;
  showsSales: boolean | undefined;
};

/** One field that was changed elsewhere while the form was open. */
export interface ForeignChange {
  label: string;
  /** The present value, where it can be written out. */
  value: string | undefined;
  /** Whether the user has typed another value, which stays. */
  isKept: boolean;
}

// Object.keys loses the type of the keys.
const fields = Object.keys(labels) as Field[];

/** The signed-in user's values of the form's fields. */
export const valuesOf = ({
  nickname,
  name,
  email,
  phoneNumber,
  profileImageUrl,
  introduction,
  showsSales,
}: CurrentUser): ProfileValues => ({
  nickname,
  name,
  email,
  phoneNumber,
  profileImageUrl,
  introduction,
  showsSales,
});

const wordsOf = (field: Field, values: ProfileValues): string | undefined => {
  if (field === "profileImageUrl") return undefined;
  if (field === "showsSales") return values.showsSales === true ? "공개" : "비공개";
  return values[field] ?? "(없음)";
};

/**
 * Joins typed and present values: an untouched field takes the present value, a typed one stays. Returns the changes
 * made elsewhere, too.
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
      return { label: labels[field], value: wordsOf(field, now), isKept: joined[field] !== now[field] };
    });
  return { joined, changes };
};
