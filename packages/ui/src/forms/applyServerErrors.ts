import { AppError, type ErrorCode } from "@knowhow/shared";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { messageOf } from "../components/failure.ts";

/** Codes that are about one field although the answer names none. */
const fieldOfCode: Partial<Record<ErrorCode, string>> = {
  USER_ID_TAKEN: "userId",
  NICKNAME_TAKEN: "nickname",
  EMAIL_TAKEN: "email",
  WRONG_PASSWORD: "currentPassword",
  PRICE_TOO_LOW: "price",
};

/**
 * Puts the server's messages at their fields, the first of them focused. Returns the message to be shown elsewhere
 * where none of them found a field.
 */
export const applyServerErrors = <V extends FieldValues>(
  form: Pick<UseFormReturn<V>, "setError" | "getValues">,
  error: unknown,
): string | undefined => {
  if (!(error instanceof AppError)) return messageOf(error);
  const known = form.getValues();
  const named = fieldOfCode[error.code];
  const fields = error.details.fields ?? (named ? { [named]: error.message } : {});
  const places = Object.entries(fields).filter(([name]) => Object.hasOwn(known, name.split(/[.[]/)[0] ?? ""));
  places.forEach(([name, message], position) => {
    // The name was found among the values of this form just above.
    form.setError(name as Path<V>, { type: "server", message }, { shouldFocus: position === 0 });
  });
  return places.length > 0 ? undefined : error.message;
};
