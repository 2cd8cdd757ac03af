import { faqAccount } from "./texts/faqAccount.ts";
import { faqTrade } from "./texts/faqTrade.ts";

/** One question with its answer; its id is part of the address after "#". */
export interface Question {
  id: string;
  question: string;
  answer: readonly string[];
  /** A link to go on from the answer. */
  links?: readonly { to: string; label: string }[];
}

/** Questions about one thing. */
export interface QuestionGroup {
  id: string;
  title: string;
  questions: readonly Question[];
}

/** The frequent questions, in four groups. */
export const questionGroups: readonly QuestionGroup[] = [...faqTrade, ...faqAccount];

const plain = (text: string): string => text.normalize("NFC").toLowerCase();

/** The groups with the questions in which every word occurs, in question or answer, regardless of spacing. */
export const findQuestions = (query: string): readonly QuestionGroup[] => {
  const words = plain(query).split(/\s+/u).filter(Boolean);
  if (words.length === 0) return questionGroups;
  const matches = ({ question, answer }: Question): boolean => {
    const text = plain([question, ...answer].join(" "));
    const tight = text.replace(/\s/gu, "");
    return words.every((word) => text.includes(word) || tight.includes(word));
  };
  return questionGroups
    .map((group) => ({ ...group, questions: group.questions.filter(matches) }))
    .filter(({ questions }) => questions.length > 0);
};
