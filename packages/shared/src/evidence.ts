import { boolean, object, string, type InferType } from "yup";
import { chatMessage, messageQuery } from "./chats.ts";
import { endpoint, forAdmins } from "./endpoint.ts";
import { moderationStates } from "./moderation.ts";
import { idValue, listOf, optionalId, optionalText, textValue, timeValue, wonValue } from "./fields.ts";

const evidenceFile = object({
  name: textValue,
  /** The address of an external link; an uploaded file is fetched by its place in the list. */
  link: optionalText,
}).noUnknown();

const reportedContent = object({
  id: idValue,
  title: textValue,
  description: textValue,
  category: textValue,
  price: wonValue,
  files: listOf(evidenceFile),
  /** Addresses of the pictures, for administrators alone. */
  pictures: listOf(textValue),
}).noUnknown();

const reportedComment = object({
  comment: textValue,
  createdAt: timeValue,
  /** What has become of it. */
  state: string()
    .oneOf([...moderationStates, "deleted"] as const)
    .required(),
}).noUnknown();

const talkMessage = chatMessage
  .concat(object({ sender: object({ nickname: textValue }).noUnknown() }))
  .noUnknown();

/** What a report is about, as it was at `takenAt`, with the names that people had then. */
export const evidence = object({
  takenAt: timeValue,
  reportedNickname: textValue,
  reporterNickname: textValue,
  content: reportedContent.nullable().defined(),
  comment: reportedComment.nullable().defined(),
  chatRoomId: optionalId,
  /** A page of the talk, oldest first; empty where the report is about something else. */
  messages: listOf(talkMessage),
}).noUnknown();
export type Evidence = InferType<typeof evidence>;

const path = "/api/admin/reports/:reportId/evidence" as const;

/** Every look is written down. */
export const evidences = {
  /** Null where a report is older than the keeping of evidence. */
  get: endpoint({
    method: "GET",
    path,
    ...forAdmins,
    query: messageQuery,
    response: object({ evidence: evidence.nullable().defined() }).noUnknown(),
    errors: ["VALIDATION", "NOT_FOUND"],
  }),
  picture: endpoint({
    method: "GET",
    path: `${path}/pictures/:index`,
    ...forAdmins,
    kind: "stream",
    limit: "image",
    errors: ["NOT_FOUND"],
  }),
  /** A file to keep, never to run: it comes as an attachment. */
  file: endpoint({
    method: "GET",
    path: `${path}/files/:index`,
    ...forAdmins,
    kind: "stream",
    limit: "download",
    errors: ["NOT_FOUND", "RANGE_NOT_SATISFIABLE"],
  }),
  /** The words in a file, to read in place. */
  fileText: endpoint({
    method: "GET",
    path: `${path}/files/:index/text`,
    ...forAdmins,
    limit: "download",
    response: object({
      parts: listOf(object({ page: string().nullable().defined(), text: textValue }).noUnknown()),
      isCut: boolean().required(),
    }).noUnknown(),
    errors: ["NOT_FOUND", "NO_TEXT"],
  }),
};
