import { AppError, maskEmail, maskPhoneNumber, type accounts, type CurrentUser } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import { isCrossSiteLink } from "../../http/crossSite.ts";
import type { Handlers } from "../../http/mount.ts";
import { endSession } from "../../http/session.ts";
import { checkNickname, checkUserId } from "./availability.ts";
import { readBankAccount, saveBankAccount } from "./bankAccount.ts";
import { changePassword, provePassword } from "./changePassword.ts";
import { readCurrentUser } from "./currentUser.ts";
import { markPasswordFresh, requireFreshPassword } from "../../http/freshPassword.ts";
import { leave } from "./leave.ts";
import { updateProfile } from "./profile.ts";
import { findAccount, resetPassword } from "./recovery.ts";
import { register } from "./register.ts";
import { recordSecurityEvent } from "./securityEvents.ts";
import { openSession, signIn } from "./signIn.ts";
import { readVerification, verifyAccount } from "./verification.ts";

/** Sign-up, sign-in, the own profile and the settlement account. */
export const createAccountHandlers = (deps: Deps): Handlers<typeof accounts> => {
  const show = async (
    id: string,
    session: { isPasswordFresh: boolean; mustChangePassword?: boolean },
  ): Promise<CurrentUser> => {
    const user = await readCurrentUser(deps, deps.knex, id, session);
    if (!user) throw new AppError("LOGIN_REQUIRED");
    // An open screen must not give away all that account recovery asks for.
    return session.isPasswordFresh ? user : { ...user, phoneNumber: maskPhoneNumber(user.phoneNumber) };
  };
  return {
    me: async ({ ctx, viewer }) => {
      const user = await show(viewer.id, viewer);
      // Opened as a page, the response would show on any unlocked screen what the app's own screens hide.
      if (ctx.get("sec-fetch-dest") !== "document") return { user };
      const { email, phoneNumber } = user;
      return { user: { ...user, email: maskEmail(email), phoneNumber: maskPhoneNumber(phoneNumber) } };
    },
    register: async ({ ctx, body, count }) => {
      await count();
      const { id } = await register(deps, body);
      await openSession(ctx, deps, id);
      await recordSecurityEvent(ctx, deps.knex, id, "registered");
      return { user: await show(id, { isPasswordFresh: true }) };
    },
    login: async ({ ctx, body }) => {
      const { id, mustChangePassword } = await signIn(ctx, deps, body);
      return { user: await show(id, { isPasswordFresh: true, mustChangePassword }) };
    },
    logout: ({ ctx }) => {
      endSession(ctx);
      return Promise.resolve({ ok: true });
    },
    logoutPage: ({ ctx, fail }) => {
      if (isCrossSiteLink(ctx, deps.config.publicUrl)) fail("CROSS_SITE");
      // A HEAD request, as link previews send it, signs nobody out.
      if (ctx.method !== "HEAD") endSession(ctx);
      ctx.set("Cache-Control", "no-store");
      ctx.redirect("/");
      return Promise.resolve();
    },
    checkUserId: ({ params }) => checkUserId(deps, params.value),
    checkNickname: ({ params }) => checkNickname(deps, params.nickname),
    checkNicknameUpdate: ({ params, viewer }) => checkNickname(deps, params.nickname, viewer.id),
    openProfile: async ({ ctx, viewer }) => {
      await requireFreshPassword(ctx);
      return { user: await show(viewer.id, viewer) };
    },
    updateProfile: async ({ ctx, viewer, body, count }) => {
      // Refusals tell whether the given values are the stored ones, so the call is counted.
      if (!viewer.isPasswordFresh) await count();
      await updateProfile(ctx, deps, viewer.id, body, count);
      return { user: await show(viewer.id, viewer) };
    },
    changePassword: async ({ ctx, viewer, body }) => {
      await changePassword(ctx, deps, { userId: viewer.id, ...body });
      return { ok: true };
    },
    verifyPassword: async ({ ctx, viewer, body }) => {
      await provePassword(ctx, deps, { userId: viewer.id, password: body.password, field: "password" });
      await markPasswordFresh(ctx, deps);
      return { ok: true };
    },
    findAccount: ({ ctx, body }) => findAccount(ctx, deps, body),
    resetPassword: ({ ctx, body }) => resetPassword(ctx, deps, body),
    leave: async ({ ctx, viewer, body }) => {
      await provePassword(ctx, deps, { userId: viewer.id, password: body.password, field: "password" });
      await leave(deps, viewer.id);
      endSession(ctx);
      return { ok: true };
    },
    verifyAccount: ({ viewer, body }) => verifyAccount(deps, viewer.id, body),
    bankAccount: ({ viewer }) => readBankAccount(deps, viewer),
    updateBankAccount: async ({ ctx, viewer, body }) => {
      await requireFreshPassword(ctx);
      await saveBankAccount(ctx, deps, viewer.id, body);
      return { ok: true, user: await show(viewer.id, viewer) };
    },
    verifyStatus: async ({ params, viewer, fail }) =>
      (await readVerification(deps, viewer.id, params.orderNumber)) ?? fail("NOT_FOUND"),
  };
};
