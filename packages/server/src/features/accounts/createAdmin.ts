import { AppError } from "@knowhow/shared";
import { emailField, newPasswordField, nicknameField, userIdField } from "@knowhow/shared/schemas.ts";
import { object, ValidationError, type InferType } from "yup";
import type { Deps } from "../../deps.ts";
import { isAdminId } from "../../http/session.ts";
import { createAccount } from "./register.ts";
import type { User } from "../users/User.ts";

/** The operator's input for an administrator's account, under the same rules as for every user. */
const adminForm = object({
  userId: userIdField,
  email: emailField,
  nickname: nicknameField,
  password: newPasswordField,
});

const readForm = async (given: unknown): Promise<InferType<typeof adminForm>> => {
  try {
    return await adminForm.validate(given, { stripUnknown: true, abortEarly: false });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const fields: Record<string, string> = {};
    for (const { path = "", message } of error.inner) fields[path] ??= message;
    throw new AppError("VALIDATION", { fields });
  }
};

/** Nobody calls an administrator: name and phone number are the service's own. */
const service = { name: "관리자", phoneNumber: "00000000" } as const;

/**
 * Creates an administrator's account, whose id cannot be registered. Fails with VALIDATION when the configuration does
 * not name the id, and as registering does.
 */
export const createAdmin = async (
  { config, knex }: Pick<Deps, "config" | "knex">,
  given: unknown,
): Promise<User> => {
  const account = await readForm(given);
  if (!isAdminId(config, account.userId)) {
    throw new Error(
      `${account.userId} is not in ADMIN_USER_IDS (${config.adminUserIds.join(", ") || "empty"})`,
    );
  }
  return createAccount({ knex }, { ...account, ...service });
};
