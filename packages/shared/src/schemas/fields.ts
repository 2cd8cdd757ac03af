import { array, boolean, number, object, string, type AnyObject, type ISchema, type StringSchema } from "yup";
import { bankNames } from "../banks.ts";
import { categoryCodes, fieldLengths, pageSize, textLimits } from "../constants.ts";
import { isStaffName, passwordRules, staffNameMessage, wrongValue } from "../fields.ts";
import { isAllowedPrice, maxPrice } from "../money.ts";
import { cleanLine, cleanName, cleanText, isUuid, isVisible, lengthOf, nfc } from "../text.ts";
import { hidesCharacters } from "./hiddenCharacters.ts";

/** A required text: cleaned, visible, at most `max` code points long; a number or a flag is none. */
const text = (clean: (value: string) => string, required: string, max: number, tooLong: string) =>
  string()
    .transform((_: unknown, original: unknown) =>
      typeof original === "string" ? clean(original) : undefined,
    )
    .required(required)
    .test("visible", required, (value) => isVisible(value))
    .test({ name: "max", message: tooLong, params: { max }, test: (value) => lengthOf(value) <= max });

/** A required text of one line. */
export const lineField = (required: string, max: number, tooLong: string) =>
  text(cleanLine, required, max, tooLong);

/** A required text of several lines. */
export const textField = (required: string, max: number, tooLong: string) =>
  text(cleanText, required, max, tooLong);

const {
  name: nameLength,
  userId: userIdLength,
  nickname: nicknameLength,
  phoneNumber: phoneLength,
} = fieldLengths;

const lengthBetween = <S extends StringSchema<string>>(
  schema: S,
  { min, max }: { min: number; max: number },
  what: string,
  isWithin: (value: string) => boolean = () => true,
) =>
  schema.test({
    name: "length",
    message: `${what} ${min}자 이상 ${max}자 이하여야 합니다.`,
    params: { min, max },
    test: (value) => {
      const length = lengthOf(value);
      return length >= min && length <= max && isWithin(value);
    },
  });

/** No invisible characters in a name. Names of nothing else, and spaces, have rules of their own. */
const hidden = (what: string) => ({
  name: "hidden",
  message: `${what}에는 보이지 않는 문자를 사용할 수 없습니다.`,
  test: (value: string) =>
    // A name that is far too long has the rule of lengths.
    value.length > 100 || !isVisible(value) || !hidesCharacters(value.replace(/\s/g, "")),
});

/** Control characters are no spaces in a name: the value as sent is judged, before its transforms. */
const controls = (what: string) => ({
  name: "controls",
  message: `${what}에는 보이지 않는 문자를 사용할 수 없습니다.`,
  test: (_value: string, { originalValue }: { originalValue: unknown }) =>
    typeof originalValue !== "string" || !/[^\P{Cc}\s]/u.test(originalValue),
});

export const nameField = lengthBetween(
  string()
    .transform((value: unknown) => (typeof value === "string" ? nfc(value) : value))
    .required("이름을 입력해주세요."),
  nameLength,
  "이름은",
)
  .matches(/^[^\s\p{Cc}]*$/u, "이름에는 공백을 사용할 수 없습니다.")
  .test("visible", "이름을 입력해주세요.", (value) => isVisible(value))
  .test(hidden("이름"));

export const userIdField = string()
  .required("아이디를 입력해주세요.")
  .matches(
    new RegExp(`^(?=.*[A-Za-z])(?=.*[0-9])[A-Za-z0-9]{${userIdLength.min},${userIdLength.max}}$`),
    `아이디는 영문과 숫자를 모두 포함하여 ${userIdLength.min}~${userIdLength.max}자여야 합니다.`,
  );

export const nicknameField = lengthBetween(
  string()
    .transform((value: unknown) => (typeof value === "string" ? cleanName(value) : value))
    .required("닉네임을 입력해주세요."),
  nicknameLength,
  "닉네임은",
  // One character may stand for eighteen: what it is compared as is as long.
  (nickname) => lengthOf(nickname.normalize("NFKC")) <= nicknameLength.max,
)
  .test("visible", "닉네임을 입력해주세요.", (value) => isVisible(value))
  .test(hidden("닉네임"))
  .test(controls("닉네임"));

/** A new nickname: not one of the service's own. */
export const newNicknameField = nicknameField.test(
  "staff",
  staffNameMessage,
  (nickname) => !isStaffName(nickname),
);

export const emailField = string()
  .transform((value: unknown) => (typeof value === "string" ? value.trim() : value))
  .required("이메일을 입력해주세요.")
  .max(255, "이메일은 255자 이하여야 합니다.")
  .matches(
    /^[^\s\p{Cc}@<>,;:"()[\]\\]+@[^\s\p{Cc}@.]+(\.[^\s\p{Cc}@.]+)+$/u,
    "올바른 이메일 형식이 아닙니다.",
  );

export const phoneField = string()
  .required("전화번호를 입력해주세요.")
  .matches(/^[0-9+]*$/, "전화번호는 숫자와 +만 사용할 수 있습니다.")
  .min(phoneLength.min, `전화번호는 ${phoneLength.min}자 이상이어야 합니다.`)
  .max(phoneLength.max, `전화번호는 ${phoneLength.max}자 이하여야 합니다.`);

export const newPasswordField = string()
  .required("비밀번호를 입력해주세요.")
  .max(128, "비밀번호는 128자 이하여야 합니다.")
  .test("rules", "비밀번호는 8자 이상이며 영문, 숫자, 특수문자를 모두 포함해야 합니다.", (value) =>
    passwordRules.every(({ test }) => test(value)),
  );

/** A password as typed at a sign-in or as proof: not judged, only bounded. */
export const givenPasswordField = string()
  .required("비밀번호를 입력해주세요.")
  .max(1_000, "비밀번호가 너무 깁니다.");

const wrongIntroduction = "소개가 올바르지 않습니다.";

/** What a person says of themselves; nothing visible is nothing, and left out it stays as it is. */
export const introductionField = string()
  .transform((_: unknown, original: unknown) => {
    if (typeof original !== "string") return original;
    const said = cleanText(original);
    return isVisible(said) ? said : null;
  })
  .typeError(wrongIntroduction)
  .nullable()
  .test({
    name: "max",
    message: `소개는 ${textLimits.introduction}자 이하여야 합니다.`,
    params: { max: textLimits.introduction },
    test: (value) => lengthOf(value ?? "") <= textLimits.introduction,
  });

export const bankNameField = string()
  .required("은행을 선택해주세요.")
  // Not oneOf, whose message would come before that of "required" for a bank that was not chosen.
  .test("known", "목록에 있는 은행을 선택해주세요.", (name) => name === "" || bankNames.includes(name));

export const accountNumberField = string()
  .transform((value: unknown) => (typeof value === "string" ? value.replace(/[\s-]/g, "") : value))
  .required("계좌번호를 입력해주세요.")
  .matches(/^[0-9]{4,30}$/, "계좌번호는 숫자 4~30자리여야 합니다.");

export const accountHolderField = string()
  .transform((value: unknown) => (typeof value === "string" ? cleanLine(value) : value))
  .required("예금주를 입력해주세요.")
  .max(30, "예금주는 30자 이하여야 합니다.")
  .matches(/^[A-Za-z가-힣 ]+$/, "예금주는 한글 또는 영문과 공백만 사용할 수 있습니다.");

export const categoryField = string()
  .required("카테고리를 선택해주세요")
  .oneOf(categoryCodes, "카테고리를 선택해주세요");

/** A number: JSON's own, or written out as in an address. The library would read one in a list or an object too. */
export const numberField = (message: string) =>
  number()
    .transform((value: unknown, original: unknown) =>
      typeof original === "object" && original !== null ? Number.NaN : value,
    )
    .typeError(message);

/** Query of a paged list: how many, and where to go on. */
export const pageQuery = object({
  limit: numberField("limit은 숫자여야 합니다.")
    .integer("limit은 정수여야 합니다.")
    .min(1, "limit은 1 이상이어야 합니다.")
    .max(pageSize.max, `limit은 ${pageSize.max} 이하여야 합니다.`)
    .default(pageSize.default),
  cursor: string().max(1_000, "cursor가 올바르지 않습니다."),
});

const isDay = (value: string): boolean => {
  if (!/^20\d\d-\d\d-\d\d$/.test(value)) return false;
  const time = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value);
};

/** A day of the calendar in a query, `2026-11-21`, or none. */
export const dayField = (message: string) =>
  string().test("day", message, (value) => value === undefined || isDay(value));

/** A uuid of any version; the library's own rule knows none above 5. */
export const uuidText = (message = wrongValue) =>
  string().test("uuid", message, (value) => value == null || isUuid(value));

/**
 * A list in a body, of at most `max` entries. A longer one is cut to one entry too many before any entry is judged:
 * the library judges every entry first, which takes seconds for a list that fills a request. `isBlank` names entries
 * that count as absent.
 */
export const boundedList = <T>(
  entry: ISchema<T, AnyObject>,
  max: number,
  tooMany: string,
  isBlank?: (value: unknown) => boolean,
) =>
  array(entry)
    .transform((values: unknown) => {
      if (!Array.isArray(values)) return values;
      const kept: unknown[] = isBlank ? values.filter((value) => !isBlank(value)) : values;
      return kept.slice(0, max + 1);
    })
    .max(max, tooMany);

/** Parts of answers. */
export const idValue = uuidText().required();
export const optionalId = uuidText().defined().nullable();
export const timeValue = string().datetime().required();
export const optionalTime = string().datetime().defined().nullable();
export const textValue = string().defined();
export const optionalText = string().defined().nullable();
export const wonValue = number().integer().required();
/** What a content costs or cost: nothing, or what may be asked for it. */
export const priceValue = wonValue.min(0).max(maxPrice).test("price", wrongValue, isAllowedPrice);
export const countValue = number().integer().min(0).required();
export const flagValue = boolean().required();
export const listOf = <T>(schema: ISchema<T, AnyObject>) => array(schema).required();
export const okResponse = object({ ok: flagValue }).noUnknown();
