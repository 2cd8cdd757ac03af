import { errors, isTrustedLink, lengthOf, textLimits } from "@knowhow/shared";
import { contentForm, withPriceRules } from "@knowhow/shared/schemas.ts";
import { boolean, number, string, type InferType } from "yup";
import { noPriceMessage, priceMessages, priceOf, readTypedPrice } from "./priceRules.ts";

/** A message about the field's value, not about the price that is read from it. */
const ofTyped =
  (message: (held: unknown) => string) =>
  ({ originalValue }: { originalValue?: unknown }): string =>
    message(originalValue);

/** Rules of the typed values: the text fields of the contract's form, and the link that stands for its files. */
export const sellingSchema = contentForm.pick(["title", "description", "category", "tags"]).shape({
  price: withPriceRules(
    number()
      .transform((_, typed: unknown) =>
        readTypedPrice(typed).text.trim() === "" ? undefined : (priceOf(typed) ?? Number.NaN),
      )
      .typeError(ofTyped(noPriceMessage)),
    {
      fraction: ofTyped(priceMessages.fraction),
      negative: ofTyped(priceMessages.negative),
      tooHigh: ofTyped(priceMessages.tooHigh),
      tooLow: ofTyped(priceMessages.tooLow),
    },
  ),
  link: string()
    .default("")
    .trim()
    .test("UNTRUSTED_LINK", errors.UNTRUSTED_LINK.message, (link) => link === "" || isTrustedLink(link)),
  /** Drafts that a device has kept from before have none. */
  allowsCopying: boolean().optional(),
  /** What changed with the files; drafts that a device has kept from before have none. */
  versionNote: string().test(
    "max",
    `무엇이 바뀌었는지는 ${textLimits.versionNote}자 이하로 입력해주세요.`,
    (note = "") => lengthOf(note) <= textLimits.versionNote,
  ),
});
export type SellingValues = InferType<typeof sellingSchema>;
