import { AppError, staffNameMessage, type profileForm } from "@knowhow/shared";
import type { Context } from "koa";
import { Model } from "objection";
import type { InferType } from "yup";
import { appNow } from "../database/clock.ts";
import type { Deps } from "../deps.ts";
import { attachImage } from "../files/attach.ts";
import { judgeUploads } from "../files/judgement.ts";
import { idOf } from "../files/StoredObject.ts";
import { withOutside, type Outside } from "../http/outside.ts";
import { refreshHolds } from "../settlements/holds.ts";
import { requireFreshPassword } from "./freshPassword.ts";
import { mayCallThemselves } from "./staffNames.ts";
import { mapTaken, refuseTaken } from "./uniqueness.ts";
import { lockHere } from "./here.ts";
import { User } from "./User.ts";

const imageOf = (given: string | null | undefined, current: string | null): string | null => {
  if (given === undefined) return current;
  if (given === null || given === "") return null;
  if (given !== current && idOf(given) === undefined) {
    const message = "프로필 이미지 주소가 올바르지 않습니다.";
    throw new AppError("VALIDATION", { fields: { profileImageUrl: message } });
  }
  return given;
};

/** Whether a form changes what recovery goes by: nickname and picture are everybody's to see. */
const changesIdentity = (
  user: User,
  { name, email, phoneNumber }: Pick<User, "name" | "email" | "phoneNumber">,
): boolean => user.name !== name || user.email !== email || user.phoneNumber !== phoneNumber;

/**
 * Saves what somebody changed about themselves. A new picture must be an image that they uploaded; another name, address
 * or number needs a fresh password.
 */
export const updateProfile = (
  ctx: Context,
  deps: Deps,
  userId: string,
  form: InferType<typeof profileForm>,
): Promise<void> => {
  const { nickname, name, phoneNumber } = form;
  const email = form.email.normalize("NFC");
  const unique = { nickname, email };
  const write = (outside: Outside) => () =>
    Model.transaction(deps.knex, async (trx) => {
      const user = await lockHere(trx, userId);
      const isIdentityChange = changesIdentity(user, { name, email, phoneNumber });
      if (isIdentityChange) await requireFreshPassword(ctx);
      if (!mayCallThemselves(deps.config, user, nickname)) {
        throw new AppError("VALIDATION", { fields: { nickname: staffNameMessage } });
      }
      await refuseTaken(trx, unique, userId);
      const profileImageUrl = imageOf(form.profileImageUrl, user.profileImageUrl);
      if (profileImageUrl !== null && profileImageUrl !== user.profileImageUrl) {
        const wish = { path: profileImageUrl, kind: "profile" } as const;
        const judgements = await outside("judgements", () => judgeUploads(deps, userId, [wish]));
        await attachImage(trx, judgements, { userId, ...wish });
      }
      await User.query(trx)
        .findById(userId)
        .patch({
          nickname,
          name,
          email,
          phoneNumber,
          profileImageUrl,
          ...(isIdentityChange ? { accountChangedAt: appNow() } : {}),
        });
      if (isIdentityChange) await refreshHolds(trx, userId);
    });
  return withOutside((outside) => mapTaken(deps.knex, unique, write(outside), userId));
};
