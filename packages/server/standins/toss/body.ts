import type { Context } from "koa";
import { type InferType, type ObjectSchema, ValidationError } from "yup";
import { standinError } from "./errors.ts";

const limitBytes = 200_000;

/** The bytes of a request's body; INVALID_REQUEST when there are more than any honest call has. */
export async function readBody(ctx: Context): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Without an encoding, which is never set here, a request yields buffers.
  for await (const chunk of ctx.req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limitBytes) throw standinError("INVALID_REQUEST");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A JSON body, `{}` when it is empty; INVALID_REQUEST when it is not JSON. */
export function parseJson(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    throw standinError("INVALID_REQUEST");
  }
}

/** The body as the schema describes it, nothing converted; INVALID_REQUEST with the field's name otherwise. */
// The yup constraint is spelt with its own `any`-free upper bound: any object schema.
export function checkBody<Schema extends ObjectSchema<object>>(
  schema: Schema,
  body: unknown,
): InferType<Schema> {
  try {
    return schema.validateSync(body, { strict: true });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw standinError("INVALID_REQUEST", `잘못된 요청입니다. (${error.path || "body"})`);
  }
}

/** The fields of a posted form, whichever of the three usual encodings it has. */
export async function readForm(ctx: Context): Promise<URLSearchParams> {
  const body = await readBody(ctx);
  const type = ctx.get("content-type");
  const fields = new URLSearchParams();
  if (type.startsWith("multipart/form-data")) {
    const answer = new Response(new Uint8Array(body), { headers: { "content-type": type } });
    // oxlint-disable-next-line typescript/no-deprecated -- it warns of large bodies; ours end at 200 kB
    const form = await answer.formData().catch(() => {
      throw standinError("INVALID_REQUEST");
    });
    for (const [name, value] of form) if (typeof value === "string") fields.append(name, value);
    return fields;
  }
  if (type.startsWith("application/json")) {
    const parsed = parseJson(body.toString("utf8"));
    if (typeof parsed !== "object" || parsed === null) throw standinError("INVALID_REQUEST");
    for (const [name, value] of Object.entries(parsed)) fields.append(name, String(value));
    return fields;
  }
  return new URLSearchParams(body.toString("utf8"));
}
