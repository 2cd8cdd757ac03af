import { describe, expect, it } from "vitest";
import { contentForm } from "./schemas/contents.ts";
import { isTrustedLink, normalLink } from "./links.ts";

const trusted = [
  "https://drive.google.com/file/d/abc/view?usp=sharing",
  "https://docs.google.com/document/d/abc/edit",
  "https://www.dropbox.com/s/abc/file.pdf?dl=0",
  "https://dropbox.com/s/abc",
  "https://onedrive.live.com/?id=1",
  "https://1drv.ms/b/s!abc",
  "https://contoso.sharepoint.com/:b:/s/x",
  "https://contoso-my.sharepoint.com/personal/x",
  "https://mybox.naver.com/share/list?shareKey=abc",
  "https://www.notion.so/page-abc",
  "https://someone.notion.site/page",
  "https://github.com/owner/repository/releases",
  "https://mega.nz/file/abc#key",
  "https://app.box.com/s/abc",
  "https://DRIVE.GOOGLE.COM/file/d/abc",
  "https://drive.google.com./file/d/abc",
];

const refused = [
  "",
  "drive.google.com/file",
  "http://drive.google.com/file",
  "ftp://drive.google.com/file",
  "javascript:alert(1)",
  "data:text/html,x",
  "https://",
  "https:drive.google.com",
  "https:///drive.google.com/x",
  "https://bit.ly/abc",
  "https://tinyurl.com/abc",
  "https://naver.me/abc",
  "https://t.co/abc",
  "https://me2.do/abc",
  "https://goo.gl/abc",
  "https://127.0.0.1/file",
  "https://2130706433/file",
  "https://0x7f000001/file",
  "https://[::1]/file",
  "https://10.0.0.5/file",
  "https://192.168.0.1/file",
  "https://169.254.169.254/latest/meta-data",
  "https://localhost/file",
  "https://intranet/file",
  "https://drive.google.com:8443/file",
  "https://drive.google.com:443/file",
  "https://user@drive.google.com/file",
  "https://user:secret@drive.google.com/file",
  "https://@drive.google.com/file",
  "https://drive.google.com@evil.example/file",
  "https://drive.google.com.evil.example/file",
  "https://evil.example/drive.google.com",
  "https://evildrive.google.com.example/",
  "https://notdropbox.com/s/abc",
  "https://sharepoint.com.evil.example/x",
  "https://drive.google.com\\@evil.example/file",
  "https://drive.google.com/url?q=https://evil.example",
  "https://docs.google.com/url/?q=https://evil.example",
  "https://docs.google.com/document/../url?q=https://evil.example",
  "https://docs.google.com/document/%2e%2e/url?q=https://evil.example",
  "https://docs.google.com/%75rl?q=https://evil.example",
  "https://docs.google.com//url?q=https://evil.example",
  " https://drive.google.com/file",
  "https://drive.google.com/fi le",
  "https://drive.google.com/\tfile",
  "https://drive.google.com/\nfile",
  "https://dríve.google.com/file",
  "https://xn--drve-5ra.google.com/file",
  "//drive.google.com/file",
  "/objects/uploads/abc",
  `https://drive.google.com/${"a".repeat(2_000)}`,
];

describe("isTrustedLink", () => {
  it.each(trusted)("takes %s", (link) => {
    expect(isTrustedLink(link)).toBe(true);
  });
  it.each(refused)("refuses %j", (link) => {
    expect(isTrustedLink(link)).toBe(false);
  });
});

describe("normalLink", () => {
  it.each([
    ["https://DRIVE.Google.com./file/d/abc", "https://drive.google.com/file/d/abc"],
    ["HTTPS://github.com", "https://github.com/"],
    ["https://github.com/a/../owner/./repository", "https://github.com/owner/repository"],
    ["https://github.com/%2e%2e/owner", "https://github.com/owner"],
    ["https://mega.nz/file/abc#key", "https://mega.nz/file/abc#key"],
    ["https://www.notion.so/자료-1", "https://www.notion.so/%EC%9E%90%EB%A3%8C-1"],
    ["  https://1drv.ms/b/s!abc  ", "https://1drv.ms/b/s!abc"],
    ["/objects/uploads/abc", "/objects/uploads/abc"],
    ["아무 말", "아무 말"],
  ])("%s", (link, normal) => {
    expect(normalLink(link)).toBe(normal);
    expect(normalLink(normal)).toBe(normal);
  });

  it("is what a form holds, of links that may be sold", () => {
    const form = { title: "제목", description: "설명", category: "stock", price: 0 };
    const linkIn = (link: string) => contentForm.cast({ ...form, fileUrls: [link] }).fileUrls[0];
    expect(linkIn(" https://GitHub.com./a/../owner/ ")).toBe("https://github.com/owner/");
    expect(linkIn("https://evil.example/a/../b")).toBe("https://evil.example/a/../b");
  });
});
