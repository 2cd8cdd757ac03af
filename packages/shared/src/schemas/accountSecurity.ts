import { array, object, string, type InferType } from "yup";
import { securityEventKinds } from "../accountSecurity.ts";
import type { FeatureSchemas } from "../endpoint.ts";
import {
  flagValue,
  idValue,
  listOf,
  okResponse,
  optionalText,
  pageQuery,
  textValue,
  timeValue,
} from "./fields.ts";

const device = object({
  browser: optionalText,
  os: optionalText,
  type: string().oneOf(["desktop", "mobile", "tablet", "console", "unknown"]).required(),
})
  .noUnknown()
  .nullable()
  .defined();

/** A browser that is signed in to the account; the address names its network only. */
export const accountSession = object({
  id: idValue,
  device,
  address: optionalText,
  createdAt: timeValue,
  usedAt: timeValue,
  isCurrent: flagValue,
}).noUnknown();
export type AccountSession = InferType<typeof accountSession>;

export const securityEvent = object({
  id: idValue,
  kind: string().oneOf(securityEventKinds).required(),
  /** Which of the account's fields were changed. */
  fields: array(textValue).required(),
  device,
  address: optionalText,
  createdAt: timeValue,
}).noUnknown();
export type SecurityEvent = InferType<typeof securityEvent>;

/** Input and answer of each call. */
export const accountSecuritySchemas = {
  sessions: { response: listOf(accountSession) },
  endSession: { response: okResponse },
  events: { query: pageQuery, response: listOf(securityEvent) },
} satisfies FeatureSchemas;
