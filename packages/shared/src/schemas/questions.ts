import { object, type InferType } from "yup";
import { textLimits } from "../constants.ts";
import type { FeatureSchemas } from "../endpoint.ts";
import {
  countValue,
  flagValue,
  idValue,
  listOf,
  okResponse,
  optionalTime,
  pageQuery,
  textField,
  textValue,
  timeValue,
} from "./fields.ts";
import { answerValue, hidingValues, moderationForm } from "./moderation.ts";

export const question = object({
  id: idValue,
  userId: idValue,
  user: object({ nickname: textValue }).noUnknown(),
  question: textValue,
  createdAt: timeValue,
  /** When the asker edited it last. */
  editedAt: optionalTime,
  answer: answerValue,
  /** Hidden once administrators took it down: only the asker and administrators still read it, with the reason. */
  ...hidingValues,
  isMine: flagValue,
  /** Its answer is one that the asker, who is the caller, has not seen. */
  isUnseen: flagValue,
}).noUnknown();
export type ContentQuestion = InferType<typeof question>;

const words = (noun: string, max: number) =>
  textField(`${noun}을 입력해주세요.`, max, `${noun}은 ${max.toLocaleString("ko-KR")}자 이하여야 합니다.`);

export const questionForm = object({ question: words("문의 내용", textLimits.question) });
export const questionAnswerForm = object({ answer: words("답변", textLimits.answer) });

const ofContent = { contentId: idValue, contentTitle: textValue };
const waitingQuestion = question.shape(ofContent).noUnknown();
export type WaitingQuestion = InferType<typeof waitingQuestion>;
const oneQuestion = object({ question }).noUnknown();

/** Input and answer of each call. */
export const questionsSchemas = {
  list: { query: pageQuery, response: listOf(question) },
  create: { body: questionForm, response: question },
  answer: { body: questionAnswerForm, response: question },
  update: { body: questionForm, response: question },
  remove: { response: okResponse },
  listWaiting: { query: pageQuery, response: listOf(waitingQuestion) },
  news: {
    response: object({
      waiting: countValue,
      answered: listOf(object({ id: idValue, ...ofContent }).noUnknown()),
    }).noUnknown(),
  },
  see: { response: okResponse },
  moderate: { body: moderationForm, response: oneQuestion },
  moderateAnswer: { body: moderationForm, response: oneQuestion },
} satisfies FeatureSchemas;
