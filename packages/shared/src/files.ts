import { maxImagePixels } from "./constants.ts";
import { endpoints } from "./endpoint.ts";
import { previewsPath } from "./pages.ts";
import type { filesSchemas } from "./schemas/files.ts";

/** Messages of browser and server about one refused file: which one, why, and what to do. */
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
export const files = endpoints<typeof filesSchemas>()({
  requestUpload: {
    method: "POST",
    path: "/api/objects/upload",
    access: "member",
    whileSuspended: false,
    whileBanned: false,
    limit: "upload",
    errors: ["TOO_LARGE", "UNSUPPORTED_TYPE"],
  },
  /** The signed address of the local folder: its holder may put exactly the file that it was made for. */
  put: {
    method: "PUT",
    path: "/.private/uploads/:objectId",
    ...open,
    bodyKind: "raw",
    crossSite: true,
    errors: ["UPLOAD_ADDRESS_INVALID", "TOO_LARGE", "UNSUPPORTED_TYPE", "VALIDATION"],
  },
  object: {
    method: "GET",
    path: `${uploadsPath}:objectId`,
    ...open,
    limit: "image",
    errors: ["NOT_FOUND", "PURCHASE_REQUIRED"],
  },
  previewImage: {
    method: "GET",
    path: `${previewsPath}:contentId/:index`,
    ...open,
    limit: "image",
    errors: ["NOT_FOUND"],
  },
  /**
   * With `read` for the reader: in place, and in as many parts as it needs. Without `version` of the newest, which the
   * buyer has seen then, unless the device asks in the background (`peek=1`).
   */
  download: {
    method: "GET",
    path: "/api/download/:contentId/:index",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    kind: "stream",
    limitInHandler: ["download"],
    errors: ["PURCHASE_REQUIRED", "NOT_FOUND", "RANGE_NOT_SATISFIABLE"],
  },
});
