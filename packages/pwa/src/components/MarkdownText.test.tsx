import { screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { describe, expect, it } from "vitest";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { MarkdownText } from "./MarkdownText.tsx";
import { plainTextOf } from "./markdown.ts";

const htmlOf = (text: string) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <MarkdownText text={text} />
    </MemoryRouter>,
  );
const bodyOf = (text: string) => {
  const box = document.createElement("div");
  box.innerHTML = htmlOf(text);
  return box;
};

describe("a description", () => {
  it("shows the basics of Markdown, its headings below those of the page", () => {
    const box = bodyOf(
      "# 큰 제목\n\n**굵은** *기운* `코드`\n\n- 하나\n- 둘\n\n3. 셋\n\n> 옮긴 말\n\n```\n<b>\n```",
    );
    const textsOf = (selector: string) => [...box.querySelectorAll(selector)].map((one) => one.textContent);
    expect(textsOf("h1, h2")).toEqual([]);
    expect(textsOf("h3, strong, em, p > code, ul > li, ol > li, blockquote, pre")).toEqual([
      "큰 제목",
      "굵은",
      "기운",
      "코드",
      "하나",
      "둘",
      "셋",
      "옮긴 말",
      "<b>",
    ]);
    expect(box.querySelector("ol")?.start).toBe(3);
  });

  it("leaves a plain text as it was", () => {
    const text =
      "첫 줄\n둘째 줄 3~4개, 10~20분 5 * 3\n    들여쓴 줄\n#태그 snake_case_name\n제목\n=====\n[준비물] <b>아님</b>";
    const box = bodyOf(text);
    expect(box.textContent).toBe(text);
    expect(box.querySelectorAll("p")).toHaveLength(1);
    expect(box.querySelector("b, em, del, h3, code, br")).toBeNull();
  });

  it("makes no HTML and no picture of what is written", () => {
    const box = bodyOf(
      `<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n![그림](https://a.example/p.png)\n\n<a href="https://a.example">글</a>`,
    );
    expect(box.querySelector("script, img, a")).toBeNull();
    expect(box.textContent).toContain("그림");
  });

  it.each([
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "vbscript:x", "//thief.example",
    "/\\thief.example", "mailto:a@b.example", "https://bank.example@thief.example", "file:///etc/passwd", "relative",
    "/\t/thief.example",
  ])("makes no link to %s", (address) => {
    for (const text of [`[글](${address})`, `[글](<${address}>)`, `<${address}>`])
      expect(bodyOf(text).querySelector("a")).toBeNull();
  }); // oxfmt-ignore

  it("leads out without a word of ours, and to pages of ours within the app", () => {
    renderAt(
      <MarkdownText
        text={`[밖](https://a.example/x?y=1) [안](/market) [같은 곳](${window.location.origin}/content/1) https://b.example`}
      />,
      "/",
    );
    const link = (name: string) => screen.getByRole("link", { name });
    for (const [name, href] of [
      ["밖", "https://a.example/x?y=1"],
      ["https://b.example", "https://b.example/"],
    ] as const) {
      expect(link(name)).toHaveAttribute("href", href);
      expect(link(name)).toHaveAttribute("rel", "nofollow noopener ugc");
      expect(link(name)).toHaveAttribute("target", "_blank");
    }
    for (const [name, href] of [
      ["안", "/market"],
      ["같은 곳", "/content/1"],
    ] as const) {
      expect(link(name)).toHaveAttribute("href", href);
      expect(link(name)).not.toHaveAttribute("target");
    }
  });

  it.each(["/", "/market?q=엑셀#top", "/mentors/1", "/terms", "/privacy", "/faq#payment"])(
    "leads within the app to what is there for reading: %s",
    (path) => {
      const { origin } = window.location;
      renderAt(<MarkdownText text={`[안](${path}) [같은 곳](${origin}${path})`} />);
      for (const name of ["안", "같은 곳"])
        expect(screen.getByRole("link", { name })).toHaveAttribute("href", encodeURI(path));
    },
  );

  it.each([
    "/logout", "/LOGOUT/", "/%6Cogout", "/content/../logout", "/logout?from=x", "/api/auth/logout", "/auth/login",
    "/login?next=%2Flogout", "/payment?contentId=1", "/payment-success?orderId=1", "/payment-fail", "/checkout/1",
    "/account-verify-success", "/profile", "/admin", "/objects/a", "/nowhere", "/.//thief.example",
  ])("is no way to other addresses of ours: %s", (path) => {
    const { host, origin } = window.location;
    renderAt(
      <MarkdownText text={`[안](${path}) [같은 곳](${origin}${path}) [덮인 곳](https://${host}${path})`} />,
    );
    expect(screen.getByText("같은 곳")).toBeInTheDocument();
    expect(screen.queryByRole("link")).toBeNull();
  }); // oxfmt-ignore

  it.each([
    [">".repeat(20_000)], ["- ".repeat(9_000)], ["[".repeat(20_000)], ["_a".repeat(9_000)], ["a.".repeat(9_999)],
    ["\n".repeat(19_999)], ["- a\n".repeat(5_000)], [" \n".repeat(9_999)], ["*a **b ".repeat(2_000)],
    [Array.from({ length: 130 }, (_, at) => `${" ".repeat(at * 2)}- a`).join("\n")],
  ])("shows as plain text what would take long to read: %.12s", (text) => {
    const box = bodyOf(`${text}끝`);
    expect(box.textContent.replaceAll(/\s/g, "")).toBe(`${text}끝`.replaceAll(/\s/g, ""));
    expect(box.querySelectorAll("*").length).toBeLessThan(5);
  }); // oxfmt-ignore

  it("is plain text without its marks where only that is shown", () => {
    const text = "# 제목\n\n**굵은** 글과 [링크](https://a.example)\n\n- 하나\n- 둘\n\n> 말 `코드`";
    expect(plainTextOf(text).replaceAll(/\s+/g, " ")).toBe("제목 굵은 글과 링크 하나 둘 말 코드");
  });
});
