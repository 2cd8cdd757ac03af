import { api, cutText, type AnsweredRead, type Content } from "@knowhow/shared";
import { productName } from "@knowhow/ui/components/PageTitle.tsx";
import { previewsOf } from "@knowhow/ui/client/pictures.ts";

/** Characters of a description in search results and under shared links. */
const descriptionLength = 150;

/** Texts of a page for search engines and shared links. */
interface PageWords {
  title: string;
  description: string;
  /** The address of a picture. */
  image?: string;
}

const general = {
  title: `${productName} - 지식 콘텐츠 마켓`,
  description: "경험에서 나온 노하우를 사고파는 지식 콘텐츠 마켓",
};

/** The words of a public page, from its path and the answers that it was made of. */
export const wordsOf = (pathname: string, reads: readonly AnsweredRead[]): PageWords => {
  const found = reads.find(({ path }) => path === api.contents.get.path);
  if (!found) return pathname === "/market" ? { ...general, title: `마켓 | ${productName}` } : general;
  const content = found.data as Content; // the call's answer
  const [image] = previewsOf(content);
  return {
    title: `${content.title} | ${productName}`,
    description: cutText(content.description.replaceAll(/\s+/g, " "), descriptionLength),
    ...(image === undefined ? {} : { image }),
  };
};
