import { boolean, object, type InferType } from "yup";
import { textLimits } from "../constants.ts";
import type { FeatureSchemas } from "../endpoint.ts";
import { idValue, listOf, pageQuery, textField, textValue, timeValue } from "./fields.ts";

export const question = object({
  id: idValue,
  userId: idValue,
  user: object({ nickname: textValue }).noUnknown(),
  question: textValue,
  createdAt: timeValue,
  answer: object({ text: textValue, at: timeValue }).noUnknown().defined().nullable(),
  isMine: boolean().required(),
}).noUnknown();
export type ContentQuestion = InferType<typeof question>;

const words = (noun: string, max: number) =>
  textField(`${noun}을 입력해주세요.`, max, `${noun}은 ${max.toLocaleString("ko-KR")}자 이하여야 합니다.`);

export const questionForm = object({ question: words("문의 내용", textLimits.question) });
export const questionAnswerForm = object({ answer: words("답변", textLimits.answer) });

/** Input and answer of each call. */
export const questionsSchemas = {
  list: { query: pageQuery, response: listOf(question) },
  create: { body: questionForm, response: question },
  answer: { body: questionAnswerForm, response: question },
} satisfies FeatureSchemas;
