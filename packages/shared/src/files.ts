import { object, string } from "yup";
import { maxImagePixels, objectKinds } from "./constants.ts";
import { endpoint } from "./endpoint.ts";
import { numberField, textValue } from "./fields.ts";
import { previewsPath } from "./pages.ts";
import { tidyFileName } from "./text.ts";

/** What a client may tell about an upload; what it tells is held against the bytes. */
export const uploadRequest = object({
  kind: string().oneOf(objectKinds, "업로드 종류가 올바르지 않습니다."),
  fileName: string()
    .transform((value: unknown) => (typeof value === "string" ? tidyFileName(value) : value))
    .max(255, "파일 이름이 너무 깁니다."),
  size: numberField("파일 크기가 올바르지 않습니다.")
    .integer("파일 크기가 올바르지 않습니다.")
    .min(1, "빈 파일은 업로드할 수 없습니다."),
  contentType: string().max(255, "파일 형식이 올바르지 않습니다."),
});

/** What browser and server say of one file that can not be taken: which one, why, and what to do. */
export const fileTroubles = {
  contents: (name: string) => `${name}: 파일 내용이 확장자와 다릅니다. 원본 파일인지 확인해주세요.`,
  unreadable: (name: string) => `${name}: 이미지를 읽을 수 없습니다. 다른 이미지를 사용해주세요.`,
  pixels: (name: string) =>
    `${name}: 이미지의 가로·세로 크기가 너무 큽니다. ${(maxImagePixels / 10_000).toLocaleString("ko-KR")}만 화소 이하로 줄여주세요.`,
} as const;

/** What the address of every object begins with; an entry of fileUrls that begins otherwise is an external link. */
export const objectsPath = "/objects/";
/** What the address of an upload consists of before its id. */
export const uploadsPath = `${objectsPath}uploads/` as const;

const open = { access: "public", whileSuspended: true, whileBanned: true, kind: "stream" } as const;

/** Bytes: upload addresses, images, downloads. */
export const files = {
  requestUpload: endpoint({
    method: "POST",
    path: "/api/objects/upload",
    access: "member",
    whileSuspended: false,
    whileBanned: false,
    limit: "upload",
    body: uploadRequest,
    response: object({ uploadURL: textValue, objectPath: textValue }).noUnknown(),
    errors: ["TOO_LARGE", "UNSUPPORTED_TYPE"],
  }),
  /** The signed address of the local folder: who holds it may put exactly what it was made for. */
  put: endpoint({
    method: "PUT",
    path: "/.private/uploads/:objectId",
    ...open,
    bodyKind: "raw",
    crossSite: true,
    errors: ["UPLOAD_ADDRESS_INVALID", "TOO_LARGE", "UNSUPPORTED_TYPE", "VALIDATION"],
  }),
  object: endpoint({
    method: "GET",
    path: `${uploadsPath}:objectId`,
    ...open,
    limit: "image",
    errors: ["NOT_FOUND", "PURCHASE_REQUIRED"],
  }),
  previewImage: endpoint({
    method: "GET",
    path: `${previewsPath}:contentId/:index`,
    ...open,
    limit: "image",
    query: object({ w: string(), v: string() }),
    errors: ["NOT_FOUND"],
  }),
  download: endpoint({
    method: "GET",
    path: "/api/download/:contentId/:index",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    kind: "stream",
    limit: "download",
    errors: ["PURCHASE_REQUIRED", "NOT_FOUND", "RANGE_NOT_SATISFIABLE"],
  }),
};
