import { boolean, object, string, type InferType } from "yup";
import type { FeatureSchemas } from "../endpoint.ts";
import { flagValue, okResponse, optionalText } from "./fields.ts";

const wrongSubscription = "알림 구독 정보가 올바르지 않습니다.";

/** Address at a push service, unknown to all but the browser and this server. */
const endpoint = string()
  .strict()
  .required(wrongSubscription)
  .max(2_000, wrongSubscription)
  .matches(/^https?:\/\/[\x21-\x7e]+$/, wrongSubscription);
/** Bytes in base64url, with or without padding. */
const bytes = (pattern: RegExp) =>
  string().strict().required(wrongSubscription).matches(pattern, wrongSubscription);

/** What `PushSubscription.toJSON()` gives: an address, an uncompressed point of P-256 and a secret of 16 bytes. */
const subscription = object({
  endpoint,
  keys: object({
    p256dh: bytes(/^B[\w-]{86}=?$/),
    auth: bytes(/^[\w-]{22}(==)?$/),
  }).required(wrongSubscription),
}).required(wrongSubscription);
export type PushSubscriptionForm = InferType<typeof subscription>;

const wrongTopic = "알림 설정은 true 또는 false여야 합니다.";
const topic = boolean().strict().typeError(wrongTopic).required(wrongTopic);
const topics = object({ messages: flagValue, sales: flagValue, results: flagValue, inquiries: flagValue });
export type PushTopics = InferType<typeof topics>;

/** Input and answer of each call. */
export const pushSchemas = {
  key: {
    /** Without a key of its own the server sends no notifications. */
    response: object({ publicKey: optionalText, topics: topics.noUnknown() }).noUnknown(),
  },
  subscribe: { body: object({ subscription }), response: okResponse },
  unsubscribe: {
    body: object({ subscription: object({ endpoint }).required(wrongSubscription) }),
    response: okResponse,
  },
  chooseTopics: {
    body: object({ messages: topic, sales: topic, results: topic, inquiries: topic }),
    response: object({ topics: topics.noUnknown() }).noUnknown(),
  },
} satisfies FeatureSchemas;
