import { object, string, type InferType } from "yup";
import { textLimits } from "./constants.ts";
import { endpoint, forAdmins } from "./endpoint.ts";
import {
  idValue,
  listOf,
  okResponse,
  optionalText,
  pageQuery,
  textField,
  textValue,
  timeValue,
} from "./fields.ts";
import { moderationForm, moderationStates } from "./moderation.ts";

export const comment = object({
  id: idValue,
  userId: idValue,
  user: object({ nickname: textValue }).noUnknown(),
  comment: textValue,
  createdAt: timeValue,
  /** Hidden once administrators took it down: only its author and administrators still read it, with the reason. */
  state: string().oneOf(moderationStates).required(),
  hiddenReason: optionalText,
}).noUnknown();
export type Comment = InferType<typeof comment>;

export const commentForm = object({
  comment: textField(
    "댓글을 입력해주세요.",
    textLimits.comment,
    `댓글은 ${textLimits.comment.toLocaleString("ko-KR")}자 이하여야 합니다.`,
  ),
});

/** Comments of buyers, newest first. */
export const comments = {
  list: endpoint({
    method: "GET",
    path: "/api/contents/:id/comments",
    access: "public",
    whileSuspended: true,
    whileBanned: true,
    query: pageQuery,
    response: listOf(comment),
    errors: ["VALIDATION", "NOT_FOUND"],
  }),
  create: endpoint({
    method: "POST",
    path: "/api/contents/:id/comments",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    idempotent: true,
    limit: ["comment", "commentDay"],
    body: commentForm,
    response: comment,
    status: 201,
    errors: ["PURCHASE_REQUIRED", "NOT_FOUND"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/comments/:id",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    response: okResponse,
    errors: ["NOT_OWNER", "NOT_FOUND"],
  }),
  /** Takes a comment down, or puts it back. */
  moderate: endpoint({
    method: "PUT",
    path: "/api/admin/comments/:id/state",
    ...forAdmins,
    body: moderationForm,
    response: object({ comment }).noUnknown(),
    errors: ["VALIDATION", "NOT_FOUND", "ALREADY_IN_STATE"],
  }),
};
