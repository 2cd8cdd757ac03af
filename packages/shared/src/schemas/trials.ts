import { boolean, number, object, string, type InferType } from "yup";
import { maxFiles } from "../constants.ts";
import type { FeatureSchemas } from "../endpoint.ts";
import { maxTrialCharacters, maxTrialPages, trialUnits } from "../trialShares.ts";
import { boundedList, countValue, flagValue, listOf, numberField, textValue } from "./fields.ts";

/** A page as a picture, or a text: of a slide, or the beginning of the file. */
export const trialPart = object({
  fileIndex: countValue,
  kind: string()
    .oneOf(["page", "text", "image"] as const)
    .required(),
  page: number().integer().min(1).optional(),
  /** Address of the picture. */
  src: string().optional(),
  text: string().optional(),
  /** Some of its text around the words that were searched for. */
  found: string().optional(),
}).noUnknown();
export type TrialPart = InferType<typeof trialPart>;

/** How much of a file is open: pages, slides or characters of all there are. */
const trialExtent = object({
  fileIndex: countValue,
  unit: string().oneOf(trialUnits).required(),
  total: countValue,
  open: countValue,
}).noUnknown();
export type TrialExtent = InferType<typeof trialExtent>;

const trialFields = { parts: listOf(trialPart), files: listOf(trialExtent) };
/** What a trial is to its seller who has just chosen it. */
const chosenTrial = object(trialFields).noUnknown();
const trial = object({
  ...trialFields,
  /** Another one whenever another part of the same files is open; empty where nothing is. */
  version: textValue,
}).noUnknown();

const wrongPage = "쪽 번호가 올바르지 않습니다.";
const wrongFile = "파일 번호가 올바르지 않습니다.";

const share = {
  pages: boundedList(
    numberField(wrongPage).required(wrongPage).integer(wrongPage).min(1, wrongPage),
    maxTrialPages,
    `미리 읽기는 파일마다 ${maxTrialPages}쪽까지 고를 수 있습니다.`,
  )
    .optional()
    .test(
      "distinct",
      "같은 쪽을 두 번 고를 수 없습니다.",
      (pages) => pages === undefined || new Set(pages).size === pages.length,
    ),
  characters: numberField("글자 수가 올바르지 않습니다.")
    .integer("글자 수가 올바르지 않습니다.")
    .min(1, "글자 수가 올바르지 않습니다.")
    .max(
      maxTrialCharacters,
      `미리 읽기는 파일마다 ${maxTrialCharacters.toLocaleString("ko-KR")}자까지 고를 수 있습니다.`,
    )
    .optional(),
};

/** What the seller opens of one uploaded file; as proposed without either. */
const uploadTrialForm = object(share);

/** What the seller opens of each file; a file without an entry has the proposed trial. */
export const trialForm = object({
  parts: boundedList(
    object({
      fileIndex: numberField(wrongFile)
        .required(wrongFile)
        .integer(wrongFile)
        .min(0, wrongFile)
        .max(maxFiles - 1, wrongFile),
      ...share,
    }),
    maxFiles,
    "파일은 한 번씩만 고를 수 있습니다.",
  )
    .required("미리 읽을 부분을 골라주세요.")
    .test("files", "파일은 한 번씩만 고를 수 있습니다.", (parts) => {
      // Entries of another kind have rules of their own.
      const indexes = parts.flatMap(
        (part: { fileIndex?: number } | null | undefined) => part?.fileIndex ?? [],
      );
      return new Set(indexes).size === indexes.length;
    }),
});
export type TrialForm = InferType<typeof trialForm>;

/** A page of a sheet, for its seller: which of its rows, all that have words, and how they begin. */
const tablePage = object({
  sheet: textValue,
  from: countValue,
  to: countValue,
  /** Rows of the whole sheet. */
  rows: countValue,
  beginning: textValue,
}).noUnknown();
export type TablePage = InferType<typeof tablePage>;

/** Of sheets alone, as far as pages are pictured. */
const tables = listOf(tablePage).optional();

/** A file as its seller chooses from it. */
export const trialChoice = object({
  fileIndex: countValue,
  fileName: textValue,
  unit: string().oneOf(trialUnits).required(),
  /** Pages, slides or characters of the whole. */
  total: countValue,
  pages: listOf(number().integer().min(1).required()),
  characters: countValue,
  /** So many pages or characters at least; 0 for a free content. */
  min: countValue,
  tables,
}).noUnknown();
export type TrialChoice = InferType<typeof trialChoice>;

/** An uploaded file as its owner chooses from it, before a content has it. */
const uploadTrial = object({
  unit: string().oneOf(trialUnits).required(),
  total: countValue,
  pages: listOf(number().integer().min(1).required()),
  characters: countValue,
  tables,
  isChosen: flagValue,
  /** A content has the file: its trial is chosen there, and refused here. */
  isInUse: boolean().optional(),
}).noUnknown();
export type UploadTrial = InferType<typeof uploadTrial>;

/** Longer words of a search than it takes are cut. */
const maxWords = 200;

/** Input and answer of each call. */
export const trialsSchemas = {
  /** With the words of a search, parts that have them say so. */
  get: {
    query: object({ q: string().transform((value: unknown) => String(value).slice(0, maxWords)) }),
    response: trial,
  },
  update: { body: trialForm, response: chosenTrial },
  choices: { response: object({ files: listOf(trialChoice) }).noUnknown() },
  upload: { response: uploadTrial },
  chooseOfUpload: { body: uploadTrialForm, response: uploadTrial },
  uploadPage: {},
  page: { query: object({ v: string() }) },
} satisfies FeatureSchemas;
