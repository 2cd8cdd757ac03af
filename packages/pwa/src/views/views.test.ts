// @vitest-environment jsdom
import { viewPaths, viewPrefix } from "@knowhow/ui/client/keptViews.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fileAt, isDrawn, isKeepable } from "./screens.ts";
import { keepView, keptView, type KeptView } from "./store.ts";
import { takePicture } from "./takeView.ts";

const build = (keptAt: number, more: Partial<KeptView> = {}): KeptView => ({
  personId: "a",
  keptAt,
  since: keptAt,
  scheme: "light",
  width: 390,
  top: 0,
  html: "<main>…</main>",
  globals: "",
  rules: "",
  ...more,
});

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  document.body.innerHTML = "";
});

describe("what is kept of screens", () => {
  it("is the newest three, of the person whose they are", () => {
    ["/profile", "/chat/1", "/chat/2", "/chat/3"].forEach((path, at) => keepView(path, build(at)));
    expect(viewPaths().sort()).toEqual(["/chat/1", "/chat/2", "/chat/3"]);
    expect(keptView("/chat/3", "a")?.keptAt).toBe(3);
    expect(keptView("/chat/3", "b")).toBeUndefined();
    expect(keptView("/profile", "a")).toBeUndefined();
  });

  it("is nothing old where the new view is too large", () => {
    keepView("/profile", build(1));
    keepView("/profile", build(2, { html: "x".repeat(300_001) }));
    expect(viewPaths()).toEqual([]);
  });

  it("makes room by the oldest, and breaks nothing where there is none", () => {
    keepView("/chat/1", build(1));
    keepView("/chat/2", build(2));
    const { setItem } = Storage.prototype;
    const room = (maxViews: number) =>
      vi.spyOn(Storage.prototype, "setItem").mockImplementation(function (this: Storage, key, value) {
        if (viewPaths().length >= maxViews) throw new DOMException("full", "QuotaExceededError");
        setItem.call(this, key, value);
      });
    room(2);
    keepView("/profile", build(3));
    expect(viewPaths().sort()).toEqual(["/chat/2", "/profile"]);
    vi.restoreAllMocks();
    room(0);
    keepView("/chat/3", build(4));
    expect(viewPaths()).toEqual([]);
  });

  it("is read as nothing where it is broken", () => {
    localStorage.setItem(`${viewPrefix}/profile`, "{");
    expect(keptView("/profile", "a")).toBeUndefined();
  });
});

const draw = (html: string): HTMLElement => {
  document.body.innerHTML = `<div id="root">${html}</div><div role="presentation">다른 곳</div>`;
  return document.querySelector("#root") as HTMLElement; // written above
};

describe("the picture of a screen", () => {
  it("holds nothing that was typed", () => {
    const root = draw(
      '<main><input value="비밀"><input type="checkbox" checked><textarea>쓰다 만 말</textarea>' +
        "<select><option selected>은행</option></select><p>읽을 것</p></main>",
    );
    // Values set by typing and by the app.
    (root.querySelector("input") as HTMLInputElement).value = "더 비밀";
    (root.querySelector("textarea") as HTMLTextAreaElement).value = "더 쓴 말";
    const { html } = takePicture(root);
    for (const text of ["비밀", "쓰다", "더 쓴", "checked", "selected", "다른 곳"])
      expect(html).not.toContain(text);
    expect(html).toContain("읽을 것");
    // The screen itself is unchanged.
    expect(root.querySelector("input")?.value).toBe("더 비밀");
  });

  it("has, in the place of what the server alone knows, what is said without a network", () => {
    const root = draw(
      '<main><div data-kept="no">정산 120,000원</div><div data-kept="only" hidden><p data-words="연결되면 보여요"></p></div></main>',
    );
    const { html } = takePicture(root);
    expect(html).not.toContain("120,000");
    expect(html).toContain('<p data-words="연결되면 보여요">');
    expect(html).not.toContain("hidden");
  });

  it("has the newest of a long talk, the first of a long list", () => {
    const rows = (name: string) => Array.from({ length: 60 }, (_, at) => `<li>${name}${at};</li>`).join("");
    const root = draw(`<div role="log"><ul>${rows("말")}</ul></div><ul>${rows("책")}</ul>`);
    const { html } = takePicture(root);
    for (const text of ["말59;", "말20;", "책0;", "책39;"]) expect(html).toContain(text);
    for (const text of ["말19;", "책40;"]) expect(html).not.toContain(text);
  });

  it("has the rules that emotion made for it, and no others", () => {
    const root = draw('<p class="css-used">읽을 것</p>');
    for (const [name, css] of [
      ["css-global", ":root { --kh-a: 1px; }"],
      [
        "css",
        ".css-used { color: red; } .css-other { color: blue; } @media print { .css-used { color: black; } }",
      ],
    ] as const) {
      const style = document.createElement("style");
      style.dataset["emotion"] = name;
      style.textContent = css;
      document.head.append(style);
    }
    const { globals, rules } = takePicture(root);
    expect(globals).toContain("--kh-a");
    expect(rules.match(/css-used/g)).toHaveLength(2);
    expect(rules).not.toMatch(/css-other|--kh-a/);
    document.head.innerHTML = "";
  });
});

describe("a screen that is kept", () => {
  const library = '<section id="purchases"><ul><li>책</li></ul></section>';

  it("is the library, or a talk, once it can be read", () => {
    expect(isKeepable("/profile", draw(`<main>${library}</main>`))).toBe(true);
    expect(isKeepable("/chat/1", draw('<main><div role="log"><ul><li>말</li></ul></div></main>'))).toBe(true);
    expect(isKeepable("/chat", draw(`<main>${library}</main>`))).toBe(false);
    expect(isKeepable("/admin", draw(`<main>${library}</main>`))).toBe(false);
    expect(isKeepable("/profile", draw("<main><p>불러오지 못했습니다</p></main>"))).toBe(false);
  });

  it("is a drawn page of a PDF, with the share that was read, and names its file", () => {
    const reader = (page: string) =>
      draw(
        `<main>책.pdf<span role="progressbar" aria-valuenow="40"></span><div data-picture aria-busy="${page === ""}">${page}</div></main>`,
      );
    expect(isKeepable("/read/1/0", reader("<canvas></canvas>"))).toBe(true);
    expect(isDrawn(reader("<canvas></canvas>"))).toBe(true);
    expect(isKeepable("/read/1/0", reader(""))).toBe(false);
    expect(isDrawn(reader(""))).toBe(false);
    expect(fileAt("/read/1/0")).toBe("1:0");
    for (const path of ["/read/1", "/read/1/0/2", "/library"]) expect(fileAt(path), path).toBeUndefined();
  });

  it("is no page of a PDF that is in sight and not drawn yet, whatever lies above and below", () => {
    vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
      const top = Number(this.getAttribute("data-at") ?? 0);
      return new DOMRect(0, top, 300, 400);
    });
    const reader = (inSight: string) =>
      draw(
        `<main>책.pdf<div data-picture data-at="1000"><div class="page" data-at="500"></div><div class="page" data-at="1100">${inSight}</div><div class="page" data-at="1500"><canvas></canvas></div></div></main>`,
      );
    expect(isKeepable("/read/1/0", reader("<canvas></canvas>"))).toBe(true);
    for (const page of ["", "<canvas hidden></canvas>"])
      expect(isKeepable("/read/1/0", reader(page)), page).toBe(false);
  });

  it("is not what an administrator reads of others", () => {
    const log = '<div role="log"><ul><li>말</li></ul></div>';
    expect(isKeepable("/chat/1", draw(`<main>${log}<span data-view="no" hidden></span></main>`))).toBe(false);
  });

  it("is not kept half drawn, in use or under a dialog", () => {
    const others = [
      `<main>${library}<span class="MuiSkeleton-root"></span></main>`,
      `<main>${library}<input value="찾는 말"></main>`,
      `<main>${library}<input type="password"></main>`,
      `<main>${library}</main><div role="dialog"></div>`,
    ];
    for (const html of others) expect(isKeepable("/profile", draw(html)), html).toBe(false);
    // Elements left out of the view do not matter.
    const form = '<div data-kept="no"><input value="은행"></div>';
    expect(isKeepable("/profile", draw(`<main>${library}${form}</main>`))).toBe(true);
  });

  it("is drawn with its content, or with the word that there is none", () => {
    expect(isDrawn(draw(""))).toBe(false);
    expect(isDrawn(draw("<main></main>"))).toBe(false);
    expect(isDrawn(draw('<main>내 정보<div aria-busy="true"></div></main>'))).toBe(false);
    expect(isDrawn(draw("<main>불러오지 못했습니다</main>"))).toBe(true);
  });
});
