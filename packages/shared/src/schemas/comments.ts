import { boolean, object, type InferType } from "yup";
import { textLimits } from "../constants.ts";
import type { FeatureSchemas } from "../endpoint.ts";
import {
  idValue,
  listOf,
  okResponse,
  optionalTime,
  pageQuery,
  textField,
  textValue,
  timeValue,
} from "./fields.ts";
import { hidingValues, moderationForm } from "./moderation.ts";

export const commentAnswer = object({
  id: idValue,
  userId: idValue,
  user: object({ nickname: textValue }).noUnknown(),
  comment: textValue,
  createdAt: timeValue,
  /** When its author edited it last. */
  editedAt: optionalTime,
  /** Its author sells the content. */
  isMentor: boolean().required(),
  /** Hidden once administrators took it down: only its author and administrators still read it, with the reason. */
  ...hidingValues,
}).noUnknown();
export type CommentAnswer = InferType<typeof commentAnswer>;

/** A comment with the answers to it, the oldest first. */
export const comment = commentAnswer.shape({ answers: listOf(commentAnswer) }).noUnknown();
export type Comment = InferType<typeof comment>;

export const commentForm = object({
  comment: textField(
    "댓글을 입력해주세요.",
    textLimits.comment,
    `댓글은 ${textLimits.comment.toLocaleString("ko-KR")}자 이하여야 합니다.`,
  ),
});

/** Input and answer of each call. */
export const commentsSchemas = {
  list: { query: pageQuery, response: listOf(comment) },
  create: { body: commentForm, response: comment },
  answer: { body: commentForm, response: commentAnswer },
  update: { body: commentForm, response: comment },
  remove: { response: okResponse },
  moderate: { body: moderationForm, response: object({ comment }).noUnknown() },
} satisfies FeatureSchemas;
