import { AppError, staffNameMessage, type accountsSchemas } from "@knowhow/shared";
import type { Context } from "koa";
import { Model } from "objection";
import type { InferType } from "yup";
import type { Deps } from "../../deps.ts";
import { attachImage } from "../../storage/attach.ts";
import { judgeUploads } from "../../storage/judgement.ts";
import { idOf } from "../../storage/StoredObject.ts";
import { withBeforeTransaction, type BeforeTransaction } from "../../http/beforeTransaction.ts";
import { frozenHours, refreshHolds } from "../settlements/holds.ts";
import { requireFreshPassword } from "../../http/freshPassword.ts";
import { changedIdentity, identityPatch } from "./identity.ts";
import { refuseTooManyReservations, reserveNickname } from "./nicknameReservations.ts";
import { recordSecurityEvent, tellDevices, tellOwner } from "./securityEvents.ts";
import { storedSkeletonOf } from "./skeleton.ts";
import { mayCallThemselves } from "./staffNames.ts";
import { mapTaken, refuseTaken } from "./uniqueness.ts";
import { lockActiveUser } from "../users/lockActiveUser.ts";
import { User } from "../users/User.ts";

const imageOf = (given: string | null | undefined, current: string | null): string | null => {
  if (given === undefined) return current;
  if (given === null || given === "") return null;
  if (given !== current && idOf(given) === undefined) {
    const message = "프로필 이미지 주소가 올바르지 않습니다.";
    throw new AppError("VALIDATION", { fields: { profileImageUrl: message } });
  }
  return given;
};

type ProfileUpdate = InferType<typeof accountsSchemas.updateProfile.body>;

const profileFields = [
  "nickname",
  "name",
  "email",
  "phoneNumber",
  "profileImageUrl",
  "introduction",
  "showsSales",
] as const;

/**
 * Fails with EDIT_CONFLICT where the form would undo a change made elsewhere since it was opened. A value that already
 * equals the form's is no conflict: a response may have been lost.
 */
const refuseStale = (user: User, { expected, ...form }: ProfileUpdate, email: string): void => {
  if (!expected) return;
  const wanted = {
    ...form,
    email,
    profileImageUrl: imageOf(form.profileImageUrl, user.profileImageUrl),
    introduction: form.introduction === undefined ? user.introduction : form.introduction,
    showsSales: form.showsSales ?? user.showsSales,
  };
  const isStale = profileFields.some(
    (field) =>
      expected[field] !== undefined && expected[field] !== user[field] && wanted[field] !== user[field],
  );
  if (isStale) throw new AppError("EDIT_CONFLICT");
};

const labels = { name: "이름", email: "이메일", phoneNumber: "전화번호" } as const;

/** The owner's notice, wherever the change came from. */
const noticeOf = (changed: readonly (keyof typeof labels)[]): string =>
  `회원 정보(${changed.map((field) => labels[field]).join(", ")})가 변경되었습니다. 앞으로 ${frozenHours}시간 동안 계정 찾기에는 바꾸기 전 정보를 입력해야 하고, 정산은 보류됩니다. 본인이 바꾸지 않았다면 비밀번호를 바꾼 뒤 이곳에 알려주세요.`;

/**
 * Saves a user's changes of their profile. `countQuestion` is called where the save asks whether a name or an address
 * is taken. A new picture must be an image that they uploaded; another name, address or number needs a fresh password.
 */
export const updateProfile = (
  ctx: Context,
  deps: Deps,
  userId: string,
  form: ProfileUpdate,
  countQuestion: () => Promise<void>,
): Promise<void> => {
  const { nickname, name, phoneNumber } = form;
  const email = form.email.normalize("NFC");
  const unique = { nickname, email };
  const write = (beforeTransaction: BeforeTransaction) => () =>
    Model.transaction(deps.knex, async (trx) => {
      const user = await lockActiveUser(trx, userId);
      refuseStale(user, form, email);
      const changed = changedIdentity(user, { name, email, phoneNumber });
      if (changed.length > 0) await requireFreshPassword(ctx);
      if (!mayCallThemselves(deps.config, user, nickname)) {
        throw new AppError("VALIDATION", { fields: { nickname: staffNameMessage } });
      }
      // Users keep their present values, even where an older name looks like one.
      const wanted = {
        ...(nickname === user.nickname ? {} : { nickname }),
        ...(email === user.email ? {} : { email }),
      };
      if (Object.keys(wanted).length > 0) await countQuestion();
      await refuseTaken(trx, wanted, userId);
      const profileImageUrl = imageOf(form.profileImageUrl, user.profileImageUrl);
      if (profileImageUrl !== null && profileImageUrl !== user.profileImageUrl) {
        const wish = { path: profileImageUrl, kind: "profile" } as const;
        const judgements = await beforeTransaction("judgements", () => judgeUploads(deps, userId, [wish]));
        await attachImage(trx, judgements, { userId, ...wish });
      }
      const introduction = form.introduction === undefined ? user.introduction : form.introduction;
      const showsSales = form.showsSales ?? user.showsSales;
      await User.query(trx)
        .findById(userId)
        .patch({
          nickname,
          name,
          email,
          phoneNumber,
          profileImageUrl,
          introduction,
          showsSales,
          ...(nickname === user.nickname ? {} : { nicknameSkeleton: storedSkeletonOf(nickname) }),
          ...(await identityPatch(trx, user, { name, nickname, email, phoneNumber })),
        });
      const isRenamed = nickname !== user.nickname;
      if (isRenamed) {
        await reserveNickname(trx, user, nickname);
        await refuseTooManyReservations(trx, userId);
      }
      const recorded = isRenamed ? ["nickname", ...changed] : changed;
      if (recorded.length > 0) await recordSecurityEvent(ctx, trx, userId, "account_changed", recorded);
      if (changed.length === 0) {
        const isShownOtherwise =
          isRenamed ||
          profileImageUrl !== user.profileImageUrl ||
          introduction !== user.introduction ||
          showsSales !== user.showsSales;
        if (isShownOtherwise) await tellDevices(trx, userId);
        return;
      }
      await refreshHolds(trx, userId);
      await tellOwner(trx, deps.config, userId, noticeOf(changed));
    });
  return withBeforeTransaction((beforeTransaction) =>
    mapTaken(deps.knex, unique, write(beforeTransaction), userId),
  );
};
