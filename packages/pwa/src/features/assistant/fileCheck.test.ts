import { uploadLimits } from "@knowhow/shared";
import { describe, expect, it } from "vitest";
import { acceptedFiles, findFileTrouble } from "./fileCheck.ts";
import { isReadable } from "../reading/readable.ts";

const sized = (name: string, size: number): File => {
  const file = new File(["글"], name);
  Object.defineProperty(file, "size", { value: size });
  return file;
};

describe("a document for the helper", () => {
  it.each(["교안.txt", "교안.MD", "노트.md"])("may be %s", async (name) => {
    expect(await findFileTrouble(new File(["# 글"], name))).toBeUndefined();
  });

  it.each([
    ["실행.exe", "실행 파일은"],
    ["교안.pdf.exe", "실행 파일은"],
    ["묶음.zip", "pdf, doc, docx, hwp, hwpx, xls, xlsx, ppt, pptx, txt, md 파일만"],
    ["확장자없음", "파일만 올릴 수 있습니다"],
    ["가짜.pdf", "파일 내용이 확장자와 다릅니다"],
  ])("is refused by name or bytes: %s", async (name, words) => {
    const trouble = await findFileTrouble(new File(["글"], name));
    expect(trouble).toContain(words);
    expect(trouble).toContain(name);
  });

  it("is refused when it is empty, or larger than 500 MB, not at 500 MB", async () => {
    expect(await findFileTrouble(new File([], "빈.txt"))).toContain("내용이 없는");
    expect(await findFileTrouble(sized("큰.txt", uploadLimits.file + 1))).toContain("최대 500MB");
    expect(await findFileTrouble(sized("큰.txt", uploadLimits.file))).toBeUndefined();
  });

  it("is asked for by its extensions", () => {
    expect(acceptedFiles.split(",")).toContain(".hwpx");
    expect(isReadable("보고서.HWP")).toBe(true);
    expect(isReadable("hwp")).toBe(false);
  });
});
