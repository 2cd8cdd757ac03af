import {
  api,
  amountsOf,
  categoryLabel,
  cutText,
  type AnsweredRead,
  type Content,
  type Mentor,
} from "@knowhow/shared";
import { productName } from "@knowhow/ui/components/PageTitle.tsx";
import { previewsOf } from "@knowhow/ui/client/pictures.ts";
import { plainTextOf } from "../components/markdown.ts";
import { labelOf } from "../features/contents/marketQuery.ts";

/** Characters of a description in search results and under shared links. */
const descriptionLength = 150;

/** Texts of a page for search engines and shared links. */
interface PageWords {
  title: string;
  description: string;
  /** The address of a picture; by default the product's own. */
  image?: string;
  /** The thing itself in the words of schema.org; addresses begin at the site. */
  thing?: object;
}

const general = {
  title: `${productName} - 지식 콘텐츠 마켓`,
  description: "경험에서 나온 노하우를 사고파는 지식 콘텐츠 마켓",
};

const shorten = (text: string): string => cutText(text.replaceAll(/\s+/g, " ").trim(), descriptionLength);

const wordsOfContent = (content: Content, toUrl: (path: string) => string): PageWords => {
  const { id, title, category, price, ratingCount, ratingMean } = content;
  const [image] = previewsOf(content);
  const description = shorten(plainTextOf(content.description));
  const url = toUrl(`/content/${id}`);
  return {
    title: `${title} | ${productName}`,
    description,
    ...(image === undefined ? {} : { image }),
    thing: {
      "@type": "Product",
      name: title,
      description,
      url,
      sku: id,
      category: categoryLabel(category),
      ...(image === undefined ? {} : { image: toUrl(image) }),
      brand: { "@type": "Person", name: content.mentorNickname, url: toUrl(`/mentors/${content.sellerId}`) },
      offers: {
        "@type": "Offer",
        url,
        price: amountsOf(price).totalAmount,
        priceCurrency: "KRW",
        availability: `https://schema.org/${content.isListed ? "InStock" : "OutOfStock"}`,
      },
      ...(ratingMean === null
        ? {}
        : {
            aggregateRating: {
              "@type": "AggregateRating",
              ratingValue: ratingMean,
              ratingCount,
              bestRating: 5,
            },
          }),
    },
  };
};

/** The cover of the popular one among these contents that have any: by likes, then purchases, then views. */
const popularCover = (contents: readonly Content[]): string | undefined =>
  contents
    .filter((content) => previewsOf(content).length > 0)
    .toSorted(
      (one, other) =>
        other.likesCount - one.likesCount ||
        other.purchasesCount - one.purchasesCount ||
        other.viewCount - one.viewCount,
    )
    .flatMap(previewsOf)[0];

const wordsOfMentor = (
  { id, nickname, introduction, profileImageUrl, contentsCount }: Mentor,
  contents: readonly Content[],
  toUrl: (path: string) => string,
): PageWords => {
  const description = shorten(
    introduction ?? `${nickname} 멘토의 콘텐츠 ${contentsCount}개를 ${productName}에서 만나보세요.`,
  );
  const image = profileImageUrl ?? undefined;
  // A person is not what they sell: the cover stands under links alone.
  const shown = image ?? popularCover(contents);
  return {
    title: `${nickname} 멘토 | ${productName}`,
    description,
    ...(shown === undefined ? {} : { image: shown }),
    thing: {
      "@type": "Person",
      name: nickname,
      description,
      url: toUrl(`/mentors/${id}`),
      ...(image === undefined ? {} : { image: toUrl(image) }),
    },
  };
};

const wordsOfMarket = (
  contents: readonly Content[],
  category: string,
  toUrl: (path: string) => string,
): PageWords => {
  const label = labelOf(category);
  const image = label === undefined ? undefined : popularCover(contents);
  return {
    title: `${label ?? "마켓"} | ${productName}`,
    description:
      label === undefined ? general.description : `${productName} 마켓의 ${label} 콘텐츠를 만나보세요.`,
    ...(image === undefined ? {} : { image }),
    thing: {
      "@type": "ItemList",
      name: `${productName} 마켓${label === undefined ? "" : ` - ${label}`}`,
      itemListElement: contents.map(({ id, title }, index) => ({
        "@type": "ListItem",
        position: index + 1,
        name: title,
        url: toUrl(`/content/${id}`),
      })),
    },
  };
};

/** The words of a public page, from its path and the answers that it was made of. */
export const wordsOf = (pathname: string, reads: readonly AnsweredRead[], origin: string): PageWords => {
  const toUrl = (path: string) => new URL(path, origin).href;
  const [first, second] = reads;
  // Answers of the calls whose paths they name.
  if (first?.path === api.contents.get.path) return wordsOfContent(first.data as Content, toUrl);
  if (first?.path === api.mentors.get.path)
    return wordsOfMentor((first.data as { mentor: Mentor }).mentor, (second?.data ?? []) as Content[], toUrl);
  return pathname === "/market"
    ? wordsOfMarket(first?.data as Content[], first?.input.params?.["category"] ?? "", toUrl)
    : general;
};
