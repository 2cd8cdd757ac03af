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
 * Puts the server's messages at their fields, the first of them focused. Returns the message to be shown elsewhere:
 * about the fields that the form does not have, or of the whole where none found its field.
 */
export const applyServerErrors = <V extends FieldValues>(
  form: Pick<UseFormReturn<V>, "setError" | "getValues">,
  error: unknown,
): string | undefined => {
  if (!(error instanceof AppError)) return messageOf(error);
  const known = form.getValues();
  const named = fieldOfCode[error.code];
  const fields = error.details.fields ?? (named ? { [named]: error.message } : {});
  const isPlace = ([name]: [string, string]) => Object.hasOwn(known, name.split(/[.[]/)[0] ?? "");
  const places = Object.entries(fields).filter(isPlace);
  places.forEach(([name, message], position) => {
    // The name was found among the values of this form just above.
    form.setError(name as Path<V>, { type: "server", message }, { shouldFocus: position === 0 });
  });
  if (places.length === 0) return error.message;
  const rest = Object.entries(fields).flatMap((entry) => (isPlace(entry) ? [] : [entry[1]]));
  return rest.length === 0 ? undefined : [...new Set(rest)].join(" ");
};
