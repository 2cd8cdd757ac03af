import { describe, expect, it } from "vitest";
import { cleanName, refusalOf, withCleanName } from "./fileRules.ts";

const megabyte = 1024 * 1024;
const file = (name: string, size = 10, type = "") => ({ name, size, type });

describe("what may be uploaded", () => {
  it("takes every listed type, whatever the case of its extension", () => {
    for (const name of ["a.pdf", "a.HWP", "a.hwpx", "a.docx", "a.ZIP", "a.rar", "여행.txt"])
      expect(refusalOf(file(name), "file", 0), name).toBeUndefined();
    for (const name of ["a.jpg", "a.JPEG", "a.png", "a.gif", "a.webp"])
      expect(refusalOf(file(name, 10, "image/png"), "preview", 0), name).toBeUndefined();
  });

  it("names the limit of each place: 500 MB, 50 MB, 10 MB", () => {
    expect(refusalOf(file("a.zip", 500 * megabyte), "file", 0)).toBeUndefined();
    expect(refusalOf(file("a.zip", 500 * megabyte + 1), "file", 0)).toMatchObject({
      title: "파일이 너무 큽니다",
      description: expect.stringContaining("500MB") as unknown,
      variant: "destructive",
    });
    expect(refusalOf(file("a.zip", 50 * megabyte), "file", 1)).toBeUndefined();
    expect(refusalOf(file("a.zip", 50 * megabyte + 1), "file", 1)?.description).toContain("50MB");
    expect(refusalOf(file("a.png", 10 * megabyte + 1), "preview", 0)?.description).toContain("10MB");
  });

  it("refuses programs with words of their own, in both lists", () => {
    for (const name of ["setup.exe", "run.BAT", "a.pdf.js", "app.apk"]) {
      expect(refusalOf(file(name), "file", 0)?.title, name).toBe("위험한 실행 파일");
      expect(refusalOf(file(name), "preview", 0)?.title, name).toBe("위험한 실행 파일");
    }
  });

  it("lists the allowed types for other files, and asks for an image where one belongs", () => {
    expect(refusalOf(file("song.mp3"), "file", 0)).toMatchObject({
      title: "지원하지 않는 파일 형식",
      description: expect.stringContaining("pdf, doc, docx, hwp") as unknown,
    });
    expect(refusalOf(file("noextension"), "file", 0)?.title).toBe("지원하지 않는 파일 형식");
    expect(refusalOf(file("a.pdf"), "preview", 0)?.title).toBe("이미지 파일만 업로드할 수 있습니다");
    expect(refusalOf(file("a.png", 10, "text/html"), "preview", 0)?.title).toBe(
      "이미지 파일만 업로드할 수 있습니다",
    );
  });

  it("refuses an empty file", () => {
    expect(refusalOf(file("a.pdf", 0), "file", 0)?.title).toBe("빈 파일");
  });
});

describe("names of files", () => {
  it("are put together as people see them (NFC), whatever system they come from", () => {
    const decomposed = "회의록.pdf".normalize("NFD");
    expect(cleanName(decomposed)).toBe("회의록.pdf");
    const clean = withCleanName(new File(["x"], decomposed, { type: "application/pdf", lastModified: 5 }));
    expect([clean.name, clean.type, clean.lastModified, clean.size]).toEqual([
      "회의록.pdf",
      "application/pdf",
      5,
      1,
    ]);
  });

  it("are cut to 150 characters with their extension kept", () => {
    const cut = cleanName(`${"가".repeat(200)}.pdf`);
    expect([...cut]).toHaveLength(150);
    expect(cut.endsWith("가.pdf")).toBe(true);
  });
});
