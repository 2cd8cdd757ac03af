export { isReadable } from "../../offline/readingKind.ts";
