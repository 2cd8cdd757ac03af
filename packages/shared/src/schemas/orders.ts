import { mixed, number, object, string, type InferType } from "yup";
import type { FeatureSchemas } from "../endpoint.ts";
import { orderStatuses } from "../orders.ts";
import { isStorable } from "../text.ts";
import {
  idValue,
  listOf,
  optionalText,
  optionalTime,
  pageQuery,
  textValue,
  timeValue,
  wonValue,
} from "./fields.ts";
import { refundFields } from "./refundStates.ts";

const orderFields = {
  id: idValue,
  orderNumber: textValue,
  amount: wonValue,
  platformFee: wonValue,
  sellerAmount: wonValue,
  status: string().oneOf(orderStatuses).required(),
  contentId: idValue,
};
export const order = object(orderFields).noUnknown();
export type Order = InferType<typeof order>;

/** What the payment window needs beside the order. */
export const paymentRequest = object({
  clientKey: textValue,
  scriptUrl: textValue,
  customerKey: textValue,
  orderName: textValue,
}).noUnknown();

/** An order as its buyer keeps it. */
export const receipt = object({
  ...orderFields,
  content: object({
    id: idValue,
    title: textValue,
    category: textValue,
    mentorNickname: textValue,
  }).noUnknown(),
  paymentMethod: optionalText,
  receiptUrl: optionalText,
  createdAt: timeValue,
  paidAt: optionalTime,
  ...refundFields,
}).noUnknown();
export type Receipt = InferType<typeof receipt>;

/** What a completed purchase shows. */
export const purchase = object({
  content: object({
    id: idValue,
    title: textValue,
    mentorNickname: textValue,
    category: textValue,
  }).noUnknown(),
  amount: wonValue,
  orderNumber: textValue,
  chatRoomId: idValue,
}).noUnknown();
export type Purchase = InferType<typeof purchase>;

const wonInput = (message: string) =>
  number().strict().typeError(message).required(message).integer(message).min(0, message);

const wrongConsent = "동의 정보가 올바르지 않습니다.";

export const orderForm = object({
  // Not judged further here: an id of no content is 404 in any form.
  contentId: string().required("콘텐츠를 선택해주세요.").max(200, "콘텐츠를 선택해주세요."),
  originalPrice: wonInput("판매가가 올바르지 않습니다."),
  platformFee: wonInput("수수료가 올바르지 않습니다."),
  totalAmount: wonInput("결제 금액이 올바르지 않습니다."),
  /** The version of the consent that the buyer gave before paying, where the screen asked for it. */
  consent: string().max(40, wrongConsent),
  /** The offer that the buyer saw: the content as last edited, and its trial where that could be read. */
  offer: object({
    updatedAt: string().required(wrongConsent).max(40, wrongConsent),
    /** The version of the trial. */
    trial: string().max(120, wrongConsent),
  })
    .default(undefined)
    .notRequired(),
});

export const confirmForm = object({
  paymentKey: string().required("결제 정보가 없습니다.").max(200, "결제 정보가 올바르지 않습니다."),
  orderId: string().required("주문번호가 없습니다.").max(64, "주문번호가 올바르지 않습니다."),
  amount: wonInput("결제 금액이 올바르지 않습니다."),
});

/** A text of a notice, or nothing: what a stranger sends as anything else is as good as not sent. */
const noticeText = mixed((value): value is string => typeof value === "string").transform((value: unknown) =>
  typeof value === "string" && value !== "" && value.length <= 200 && isStorable(value) ? value : undefined,
);

/** A notice of the provider. It may be forged until the provider is asked: other fields are dropped. */
const notice = object({
  eventType: noticeText,
  createdAt: noticeText,
  data: object({ paymentKey: noticeText, orderId: noticeText, status: noticeText }).transform(
    (value: unknown) => (typeof value === "object" && value !== null && !Array.isArray(value) ? value : {}),
  ),
});

/** Input and answer of each call. */
export const ordersSchemas = {
  create: {
    body: orderForm,
    response: object({ order, payment: paymentRequest.optional().default(undefined) }).noUnknown(),
  },
  list: { query: pageQuery, response: listOf(receipt) },
  get: { response: receipt },
  completeFree: {
    body: object({
      orderNumber: string().required("주문번호가 없습니다.").max(64, "주문번호가 올바르지 않습니다."),
    }),
    response: purchase,
  },
  confirm: { body: confirmForm, response: purchase },
  webhook: { body: notice, response: object({}).noUnknown() },
} satisfies FeatureSchemas;
