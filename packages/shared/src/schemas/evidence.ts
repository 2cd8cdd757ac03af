import { array, boolean, number, object, string, type InferType } from "yup";
import type { FeatureSchemas } from "../endpoint.ts";
import { moderationStates } from "../moderation.ts";
import { chatMessage, messageQuery } from "./chats.ts";
import {
  countValue,
  idValue,
  listOf,
  optionalId,
  optionalText,
  priceValue,
  textValue,
  timeValue,
} from "./fields.ts";

const evidenceFile = object({
  name: textValue,
  /** The address of an external link; an uploaded file is fetched by its place in the list. */
  link: optionalText,
}).noUnknown();

/** Files of an earlier version, which is asked for by its number. */
const earlierVersion = object({ number: countValue, files: listOf(evidenceFile) }).noUnknown();

const reportedContent = object({
  id: idValue,
  title: textValue,
  description: textValue,
  category: textValue,
  price: priceValue,
  tags: array(textValue).optional(),
  /** Absent in evidence from before it was kept. */
  allowsCopying: boolean().optional(),
  files: listOf(evidenceFile),
  /** Versions before these files that the reporter has too, the newest first. */
  earlierVersions: array(earlierVersion).optional(),
  /** Addresses of the pictures, for administrators alone. */
  pictures: listOf(textValue),
}).noUnknown();

/** A comment, a rating, a question, or an answer. */
const reportedComment = object({
  comment: textValue,
  createdAt: timeValue,
  /** Of a rating. */
  score: number().integer().min(1).max(5).defined().nullable(),
  /** Of a rating: addresses of the pictures, for administrators alone. */
  pictures: listOf(object({ url: textValue, alt: optionalText }).noUnknown()),
  /** The rating or the question that a reported answer is about. */
  answered: optionalText,
  /** Its present state. */
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

const versionQuery = object({ version: string() });

/** Input and answer of each call. */
export const evidencesSchemas = {
  get: { query: messageQuery, response: object({ evidence: evidence.nullable().defined() }).noUnknown() },
  picture: {},
  ratingPicture: {},
  file: { query: versionQuery },
  fileText: {
    query: versionQuery,
    response: object({
      parts: listOf(object({ page: string().nullable().defined(), text: textValue }).noUnknown()),
      isCut: boolean().required(),
    }).noUnknown(),
  },
  filePages: {
    query: versionQuery,
    response: object({ count: number().integer().min(1).required() }).noUnknown(),
  },
  filePage: { query: versionQuery },
} satisfies FeatureSchemas;
