import { randomUUID } from "node:crypto";
import { standinError } from "./errors.ts";
import { koreanTime } from "./times.ts";

const iatForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;
const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Loaded by the first who seals or opens: few calls do. */
const loadJose = () => import("jose");

/** A value as the provider's compact JWE (`dir`, A256GCM), under the 64-digit security key. */
export async function sealJwe(securityKey: string, value: unknown): Promise<string> {
  const { CompactEncrypt } = await loadJose();
  return await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
    .setProtectedHeader({
      alg: "dir",
      enc: "A256GCM",
      iat: koreanTime(new Date()),
      nonce: randomUUID(),
    })
    .encrypt(Buffer.from(securityKey, "hex"));
}

/** The value inside a compact JWE; INVALID_REQUEST when it is not one that the provider would take. */
export async function openJwe(securityKey: string, text: string): Promise<unknown> {
  const { compactDecrypt, errors } = await loadJose();
  try {
    const { plaintext, protectedHeader } = await compactDecrypt(
      text.trim(),
      Buffer.from(securityKey, "hex"),
      {
        keyManagementAlgorithms: ["dir"],
        contentEncryptionAlgorithms: ["A256GCM"],
      },
    );
    const { iat, nonce } = protectedHeader;
    if (typeof iat !== "string" || !iatForm.test(iat) || typeof nonce !== "string" || !uuidForm.test(nonce)) {
      throw standinError("INVALID_REQUEST", "JWE 헤더의 iat 또는 nonce 형식이 올바르지 않습니다.");
    }
    return JSON.parse(new TextDecoder().decode(plaintext));
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof SyntaxError || error instanceof TypeError) {
      throw standinError("INVALID_REQUEST", "요청 본문을 복호화할 수 없습니다.");
    }
    throw error;
  }
}
