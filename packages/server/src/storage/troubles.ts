import { AppError, fileTroubles } from "@knowhow/shared";
import { archiveLimits } from "../documents/archiveRules.ts";
import type { FileTrouble } from "../documents/judgeBytes.ts";
import { executable } from "./uploadTypes.ts";

const gigabyte = 1024 * 1024 * 1024;

const messages = {
  macros: "매크로가 들어 있는 문서는 올릴 수 없습니다. 매크로를 지우고 다시 저장해주세요.",
  locked: "암호가 걸린 파일은 구매자가 열 수 없습니다. 암호를 풀고 다시 올려주세요.",
  damaged: "파일이 손상되어 열 수 없습니다. 원본 파일인지 확인해주세요.",
  empty: "압축 파일이 비어 있습니다. 파일을 넣어 다시 압축해주세요.",
  program: "압축 파일 안에 실행 파일이 있습니다. 실행 파일을 빼고 다시 압축해주세요.",
  nested: "압축 파일 안에 다른 압축 파일이 있습니다. 안쪽 압축을 풀고 다시 압축해주세요.",
  packing: "압축 방식을 알 수 없어 확인할 수 없습니다. 일반 ZIP 방식으로 다시 압축해주세요.",
  paths: "압축 파일 안에 밖을 가리키는 경로나 링크, 또는 너무 긴 이름이 있습니다. 다시 압축해주세요.",
  swollen: `압축을 풀면 너무 커집니다. (최대 ${archiveLimits.bytes / gigabyte}GB, 압축 파일의 ${archiveLimits.ratio}배)`,
  crowded: `압축 파일에 든 파일이 너무 많습니다. (최대 ${archiveLimits.entries.toLocaleString("ko-KR")}개)`,
} as const satisfies Partial<Record<FileTrouble, string>>;

/** The failure of a file that is refused for its content; `name` says which one. */
export const refusal = (trouble: FileTrouble, name: string): AppError => {
  if (trouble === "executable") return executable(name);
  const message = trouble === "mixed" ? fileTroubles.contents(name) : `${name}: ${messages[trouble]}`;
  return new AppError("UNSUPPORTED_TYPE", { message });
};

/** The failure of an image that could only be shown with more memory than there is for one. */
export const heavyImage = (name: string): AppError =>
  new AppError("UNSUPPORTED_TYPE", {
    message: `${name}: 이미지를 여는 데 메모리가 너무 많이 필요합니다. 일반 JPG로 저장하거나 크기를 줄여주세요.`,
  });
