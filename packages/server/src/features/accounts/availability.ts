import { cleanLine, errors, isStorable, staffNameMessage, unstorableValue } from "@knowhow/shared";
import { nicknameField, userIdField } from "@knowhow/shared/schemas.ts";
import { ValidationError, type StringSchema } from "yup";
import type { Deps } from "../../deps.ts";
import { isAdminId } from "../../http/session.ts";
import { claimsOffice, isOfficeId, mayCallThemselves } from "./staffNames.ts";
import { isFree } from "./uniqueness.ts";
import { User } from "../users/User.ts";

type Availability = { available: boolean; message?: string };

/** Checks a value against the rules of its field, then asks whether it is free. */
const check = async (
  schema: StringSchema<string>,
  given: string,
  taken: string,
  isAvailable: (value: string) => Promise<boolean>,
): Promise<Availability> => {
  if (!isStorable(given)) return { available: false, message: unstorableValue };
  let value: string;
  try {
    value = await schema.validate(given);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return { available: false, message: error.message };
  }
  return (await isAvailable(value)) ? { available: true } : { available: false, message: taken };
};

/** Tells whether a login id can be registered; an administrator's never can. */
export const checkUserId = (
  { config, knex }: Pick<Deps, "config" | "knex">,
  given: string,
): Promise<Availability> =>
  check(
    userIdField,
    given,
    errors.USER_ID_TAKEN.message,
    async (value) => !isAdminId(config, value) && !isOfficeId(value) && (await isFree(knex, "userId", value)),
  );

/** Tells whether a nickname is free; the caller's own counts as free. */
export const checkNickname = async (
  { config, knex }: Pick<Deps, "config" | "knex">,
  given: string,
  ownId?: string,
): Promise<Availability> => {
  const own = ownId === undefined ? undefined : await User.query(knex).findById(ownId);
  const nickname = cleanLine(given);
  const mayUse = own ? mayCallThemselves(config, own, nickname) : !claimsOffice(nickname);
  const schema = mayUse ? nicknameField : nicknameField.test("staff", staffNameMessage, () => false);
  return check(schema, given, errors.NICKNAME_TAKEN.message, (value) =>
    value === own?.nickname ? Promise.resolve(true) : isFree(knex, "nickname", value, ownId),
  );
};
