import type { ObjectKind } from "@knowhow/shared";
import type { Answer, TestClient } from "./client.ts";

/** Asks for an upload address and gives any answer. */
export const requestUpload = (
  client: TestClient,
  form: { kind?: ObjectKind; fileName?: string; size?: number; contentType?: string } = {},
): Promise<Answer> => client.post("/api/objects/upload", form);

/** Uploads bytes as the product's pages do, and gives the object's path. */
export const upload = async (
  client: TestClient,
  bytes: Buffer,
  {
    kind,
    fileName,
    type = "application/octet-stream",
  }: { kind?: ObjectKind; fileName?: string; type?: string } = {},
): Promise<string> => {
  const opened = await requestUpload(client, {
    ...(kind === undefined ? {} : { kind }),
    ...(fileName === undefined ? {} : { fileName }),
    size: bytes.length,
    contentType: type,
  });
  if (opened.status !== 200) throw new Error(`no upload address: ${JSON.stringify(opened.body)}`);
  const { uploadURL, objectPath } = opened.body as unknown as { uploadURL: string; objectPath: string };
  const put = await putBytes(client, uploadURL, bytes, type);
  if (put.status !== 200) throw new Error(`not uploaded: ${put.status} ${JSON.stringify(put.body)}`);
  return objectPath;
};

/** Sends bytes to an upload address. */
export const putBytes = (
  client: TestClient,
  uploadURL: string,
  bytes: Buffer,
  type: string,
): Promise<Answer> =>
  client.request("PUT", uploadURL, undefined, {
    raw: new Uint8Array(bytes),
    headers: { "content-type": type },
  });

/** A form that passes, for the parts that a test does not care about. */
export const contentBody = (overrides: Record<string, unknown> = {}): Record<string, unknown> => ({
  title: "엑셀 자동화 입문",
  description: "매일 하던 정리를 5분에 끝내는 방법",
  category: "programming",
  price: 10_000,
  fileUrls: ["https://drive.google.com/file/d/1/view"],
  ...overrides,
});
