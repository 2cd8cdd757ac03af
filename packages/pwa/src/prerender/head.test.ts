import { api, type AnsweredRead, type Content } from "@knowhow/shared";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { describe, expect, it } from "vitest";
import { wordsOf } from "./head.ts";

const wordsIn = (category: string, contents: readonly Content[]) => {
  const { path } = api.contents.category;
  const read: AnsweredRead = { path, input: { params: { category } }, isPaged: true, data: contents };
  return wordsOf("/market", [read], "https://shop.example");
};
const plain = buildContent({ id: "plain", title: "표지 없는 노트", likesCount: 9 });
const known = buildContent({ id: "known", previewImageUrls: ["/one"], likesCount: 3, purchasesCount: 2 });
const popular = buildContent({ id: "popular", previewImageUrls: ["/two"], likesCount: 3, purchasesCount: 5 });

describe("the words of the market", () => {
  it("are a category's own, with the cover of the popular content that has one", () => {
    expect(wordsIn("cooking", [plain, known, popular])).toMatchObject({
      title: "요리/레시피 | 노하우",
      description: "노하우 마켓의 요리/레시피 콘텐츠를 만나보세요.",
      image: "/two",
      thing: {
        "@type": "ItemList",
        name: "노하우 마켓 - 요리/레시피",
        itemListElement: [
          { position: 1, name: "표지 없는 노트", url: "https://shop.example/content/plain" },
          { position: 2 },
          { position: 3 },
        ],
      },
    });
    expect(wordsIn("music", [plain])).not.toHaveProperty("image");
  });

  it("are the shop's for all of it", () => {
    const words = wordsIn("all", [popular]);
    expect(words).toMatchObject({ title: "마켓 | 노하우", thing: { name: "노하우 마켓" } });
    expect(words.description).toContain("지식 콘텐츠 마켓");
    expect(words).not.toHaveProperty("image");
  });
});
