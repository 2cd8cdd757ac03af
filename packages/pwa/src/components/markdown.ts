import { isReadingPage } from "@knowhow/shared/pages.ts";
import { Lexer, Tokenizer, type Token, type Tokens } from "marked";

/**
 * The part of Markdown that descriptions have. Sellers wrote plain text before, so whatever plain text has by chance
 * stays text: indented lines, lines below dashes, "3~4", brackets; HTML and pictures are text for everyone's safety.
 */
class DescriptionTokenizer extends Tokenizer {
  override code(): undefined {}
  override html(): undefined {}
  override tag(): undefined {}
  override def(): undefined {}
  override table(): undefined {}
  override lheading(): undefined {}
  override del(): undefined {}
  override reflink(): undefined {}
}

/** Deeper quotes and lists are text: each level is a call on the stack. */
const maxDepth = 8;
const marker = String.raw`(?:>|[-+*](?=\s)|\d+[.)](?=\s))`;
/** Lines that open such a quote or list, by marks in a row or by blanks before one. */
const deep = new RegExp(
  String.raw`^(?:(?:[ \t]*${marker}){${maxDepth},}|(?: {2}|\t){${2 * maxDepth},}${marker})`,
  "m",
);
/**
 * The library looks from each mark, word and line through the text: a text of nothing else would take seconds of
 * whichever thread draws it, the server's too.
 */
const isCostly = (text: string): boolean =>
  (text.match(/[!*<[\\_`]/g)?.length ?? 0) > 500 ||
  (text.match(/\n/g)?.length ?? 0) > 1_000 ||
  /[!-~]{600}/.test(text);

const asText = (text: string): Token[] => [
  { type: "paragraph", raw: text, text, tokens: [{ type: "text", raw: text, text }] },
];

/** The blocks of a description; where it can not be read as Markdown, one of plain text. */
export const blocksOf = (text: string): Token[] => {
  if (isCostly(text) || deep.test(text)) return asText(text);
  try {
    return new Lexer({ gfm: true, breaks: false, tokenizer: new DescriptionTokenizer() }).lex(text);
  } catch (error) {
    console.warn(error);
    return asText(text);
  }
};

/** A path of ours: browsers leave out control characters, and take two slashes for the beginning of a host. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])[^\p{Cc}]*$/u.test(path);

/** A page of ours for reading, as a path; other addresses of ours may do more than show: `/logout` is one. */
const readingPathOf = ({ pathname, search, hash }: URL): string | undefined =>
  isReadingPage(pathname) ? pathname + search + hash : undefined;

/**
 * Where a link of a description may lead: out to http and https, or to the path of a page of ours for reading; undefined
 * for all else. `host` is our own, empty where it is unknown.
 */
export const safeAddress = (href: string, host: string): string | undefined => {
  if (isOwnPath(href)) return readingPathOf(new URL(href, "http://page.invalid"));
  if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  // A name before the host poses as one: https://bank.example@thief.example.
  if (url.username !== "" || url.password !== "") return undefined;
  return url.host === host ? readingPathOf(url) : url.href;
};

const childrenOf = (token: Token): Token[] => {
  if (token.type === "list") return (token as Tokens.List).items; // as its type says
  return "tokens" in token && token.tokens ? token.tokens : [];
};

const wordsOf = (token: Token): string => {
  const children = childrenOf(token);
  if (children.length > 0)
    return children.map(wordsOf).join(token.type === "list" || token.type === "blockquote" ? " " : "");
  if (token.type === "hr" || token.type === "space") return " ";
  if (token.type === "br") return "\n";
  return "text" in token && typeof token.text === "string" ? token.text : "";
};

/** A description without its marks, for places that show plain text. */
export const plainTextOf = (text: string): string => blocksOf(text).map(wordsOf).join(" ");
