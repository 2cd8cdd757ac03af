import type { Content } from "@knowhow/shared";
import { ContentCard } from "../../components/ContentCard.tsx";
import { LikeButton } from "../likes/LikeButton.tsx";

interface ContentTileProps {
  content: Content;
  isEager?: boolean;
  headingLevel?: "h2" | "h3";
  /** From 1, in a list that goes by popularity. */
  rank?: number;
  words?: string;
}

/** A card of a content with its like button. */
export const ContentTile = ({ content, ...card }: ContentTileProps) => (
  <ContentCard content={content} action={<LikeButton content={content} />} {...card} />
);
