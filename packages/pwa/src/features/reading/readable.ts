export { isReadable } from "../../offline/vault/readingKind.ts";
