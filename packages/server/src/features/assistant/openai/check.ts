import { cleanText, isAllowedPrice, isStorable, lengthOf } from "@knowhow/shared";
import { contentForm } from "@knowhow/shared/schemas.ts";
import { array, number, object, string, ValidationError, type AnySchema, type InferType } from "yup";

const cleaned = () =>
  string().transform((value: unknown) => (typeof value === "string" ? cleanText(value) : value));

/** A valid draft: by the rules of the upload form, whatever the model was told. */
const draftSchema = contentForm.pick(["title", "description", "category"]).shape({
  suggestedPrice: number().required().test("price", "no price of the product", isAllowedPrice),
  reason: cleaned().max(1_000),
});

const maxLetters = 6_000;

const summarySchema = object({
  summary: cleaned()
    .required()
    .test("length", "too long", (value) => lengthOf(value) <= maxLetters),
  sources: array(string().defined()).default([]),
});

/** Checks an answer against a schema: its value, or why it is invalid. A number in a text is no number here. */
const check = <S extends AnySchema>(
  schema: S,
  answer: unknown,
): { value: InferType<S> } | { reason: string } => {
  try {
    if (typeof answer !== "object" || answer === null || Array.isArray(answer))
      return { reason: "no object" };
    const wrong = Object.values(answer).some((value) => typeof value === "string" && !isStorable(value));
    if (wrong) return { reason: "characters that can not be kept" };
    return { value: schema.validateSync(answer, { stripUnknown: true }) };
  } catch (error) {
    if (error instanceof ValidationError) return { reason: `${error.path ?? ""}: ${error.message}` };
    throw error;
  }
};

/** Checks a model's draft against the rules of the upload form. */
export const checkDraft = (answer: unknown) => check(draftSchema, answer);

/** Checks a model's summary against the rules for shown ones. */
export const checkSummary = (answer: unknown) => check(summarySchema, answer);
