import {
  AppError,
  isErrorCode,
  isStorable,
  unstorableValue,
  wrongValue,
  type ErrorCode,
} from "@knowhow/shared";
import { ValidationError, type AnyObjectSchema } from "yup";

const toFailure = (error: ValidationError, listed: readonly ErrorCode[]): AppError => {
  const inner = error.inner.length > 0 ? error.inner : [error];
  const fields: Record<string, string> = {};
  for (const { path = "", message } of inner) {
    // A rule without a text of its own has the library's English.
    fields[path.replace(/[.[].*$/, "")] ??= /[가-힣]/.test(message) ? message : wrongValue;
  }
  const [first] = inner;
  // A rule named like an error code fails with that code, unless other fields are wrong too.
  const special = first && isErrorCode(first.type) && listed.includes(first.type) ? first.type : undefined;
  return special && Object.keys(fields).length === 1
    ? new AppError(special, { message: first?.message, fields })
    : new AppError("VALIDATION", { fields });
};

const hasUnstorable = (value: unknown): boolean =>
  typeof value === "string"
    ? !isStorable(value)
    : typeof value === "object" && value !== null && Object.values(value).some(hasUnstorable);

/** Refuses what the database can not keep, wherever it is left after the schema's cleaning. */
const refuseUnstorable = (input: object): void => {
  const wrong = Object.entries(input).filter(([, value]) => hasUnstorable(value));
  if (wrong.length === 0) return;
  throw new AppError("VALIDATION", {
    fields: Object.fromEntries(wrong.map(([name]) => [name, unstorableValue])),
  });
};

/** Input as a schema takes it; fails with the codes of the call, else as VALIDATION. */
export const validate = async (
  schema: AnyObjectSchema | undefined,
  value: unknown,
  listed: readonly ErrorCode[],
): Promise<unknown> => {
  if (!schema) return undefined;
  try {
    // What an object's schema accepts is an object.
    const input = (await schema.validate(value, { stripUnknown: true, abortEarly: false })) as object;
    refuseUnstorable(input);
    return input;
  } catch (error) {
    throw error instanceof ValidationError ? toFailure(error, listed) : error;
  }
};
