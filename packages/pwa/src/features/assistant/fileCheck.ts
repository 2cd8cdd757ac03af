import { assistantExtensions, executableExtensions, fileTroubles, uploadLimits } from "@knowhow/shared";
import { beginsAsNamed } from "@knowhow/ui/device/drafts/fileContents.ts";
import { extensionOf, limitText } from "@knowhow/ui/device/drafts/fileRules.ts";
import { isReadable } from "../reading/readable.ts";

const executable: readonly string[] = executableExtensions;

/** For the `accept` of a file field. */
export const acceptedFiles = assistantExtensions.map((extension) => `.${extension}`).join(",");

/** The accepted kinds of file, in words. */
export const fileRule = `${assistantExtensions.join(", ")} · 최대 ${limitText("file")}`;

/** Why the helper would refuse a file, known before it is sent; undefined when it may be sent. */
export const findFileTrouble = async (file: File): Promise<string | undefined> => {
  const { name, size } = file;
  if (executable.includes(extensionOf(name))) return `${name}: 실행 파일은 보안상 업로드할 수 없습니다.`;
  if (!isReadable(name)) return `${name}: ${assistantExtensions.join(", ")} 파일만 올릴 수 있습니다.`;
  if (size > uploadLimits.file) return `${name}: 최대 ${limitText("file")}까지 올릴 수 있습니다.`;
  if (size === 0) return `${name}: 내용이 없는 파일은 올릴 수 없습니다.`;
  return (await beginsAsNamed(file)) ? undefined : fileTroubles.contents(name);
};
