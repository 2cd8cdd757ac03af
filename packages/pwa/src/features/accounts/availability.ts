import { cleanLine, errors, fieldLengths, lengthOf } from "@knowhow/shared";
import { nicknameField } from "@knowhow/shared/schemas.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ValidationError } from "yup";
import { client } from "@knowhow/ui/client/client.ts";
import { messageOf } from "@knowhow/ui/components/failure.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";

const debounceMs = 500;
const minUserId = fieldLengths.userId.min;
const minNickname = fieldLengths.nickname.min;

/** Whether a name is free; `none` while there is nothing to ask. */
export interface Availability {
  state: "none" | "checking" | "available" | "taken" | "failed";
  message: string;
  retry: () => void;
}

/** A value as it was half a second after the last change. */
const useSettled = (value: string): string => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), debounceMs);
    return () => {
      clearTimeout(timer);
    };
  }, [value]);
  return settled;
};

type Check = UseQueryResult<{ available: boolean; message?: string | undefined }>;

/** A free name may be taken a minute later: answers are not cached. */
const unkept = { staleTime: 0, gcTime: 0 } as const;

const verdictOf = (
  check: Check,
  isAsked: boolean,
  isSettled: boolean,
  texts: Record<"free" | "taken", string>,
) => {
  const retry = () => void check.refetch();
  const verdict = (state: Availability["state"], message: string): Availability => ({
    state,
    message,
    retry,
  });
  if (!isAsked) return verdict("none", "");
  if (!isSettled || check.isFetching) return verdict("checking", "사용할 수 있는지 확인하고 있어요.");
  if (check.error) return verdict("failed", messageOf(check.error));
  if (!check.data) return verdict("none", "");
  return check.data.available
    ? verdict("available", texts.free)
    : verdict("taken", check.data.message ?? texts.taken);
};

const userIdTexts = { free: "사용 가능한 아이디입니다.", taken: errors.USER_ID_TAKEN.message };
const nicknameTexts = { free: "사용 가능한 닉네임입니다.", taken: errors.NICKNAME_TAKEN.message };

/** Whether a login id can be registered, asked while it is typed. */
export const useUserIdVerdict = (userId: string): Availability => {
  const settled = useSettled(userId);
  const check = useEndpoint(
    client.accounts.checkUserId,
    { params: { value: settled } },
    { enabled: lengthOf(settled) >= minUserId, ...unkept },
  );
  return verdictOf(check, lengthOf(userId) >= minUserId, settled === userId, userIdTexts);
};

/**
 * A nickname as it is asked for, or why its rules refuse it: they judge it as it is typed, since its tidy form would
 * hide what they refuse. Neither while it is too short to be judged.
 */
const judge = (typed: string): { nickname?: string; refusal?: string } => {
  if (lengthOf(cleanLine(typed)) < minNickname) return {};
  try {
    return { nickname: nicknameField.validateSync(typed) };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return { refusal: error.message };
  }
};

const nicknameVerdict = (
  check: Check,
  { nickname, refusal }: ReturnType<typeof judge>,
  settled: string,
): Availability => {
  const verdict = verdictOf(check, nickname !== undefined, settled === nickname, nicknameTexts);
  return refusal === undefined ? verdict : { ...verdict, state: "taken", message: refusal };
};

/** Whether a nickname is free for a new user. */
export const useNicknameVerdict = (typed: string): Availability => {
  const judged = judge(typed);
  const settled = useSettled(judged.nickname ?? "");
  const check = useEndpoint(
    client.accounts.checkNickname,
    { params: { nickname: settled } },
    { enabled: settled !== "", ...unkept },
  );
  return nicknameVerdict(check, judged, settled);
};

/** Whether a user may change to this nickname; the present one is not asked for. */
export const useNewNicknameVerdict = (typed: string, present: string): Availability => {
  const judged = cleanLine(typed) === present ? {} : judge(typed);
  const settled = useSettled(judged.nickname ?? "");
  const check = useEndpoint(
    client.accounts.checkNicknameUpdate,
    { params: { nickname: settled } },
    { enabled: settled !== "", ...unkept },
  );
  return nicknameVerdict(check, judged, settled);
};
