import { cleanLine, invisible } from "./text.ts";

/** Normal form of a tag: that of a line, without the marks that people write before tags. */
export const tidyTag = (value: string): string => cleanLine(value).replace(/^[#\s]+/u, "");

/** Text by which tags are the same: without upper case, spaces and characters that can not be seen. */
export const tagKey = (tag: string): string => tag.toLowerCase().replace(invisible, "").replace(/\s/gu, "");
