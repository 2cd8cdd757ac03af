import type { Token, Tokens } from "marked";
import Box from "@mui/material/Box";
import MuiLink from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { memo, useMemo, useSyncExternalStore, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { blocksOf, safeAddress } from "./markdown.ts";

const never = () => () => undefined;
const readHost = () => window.location.host;
const noHost = () => "";

/** What a seller links to: pages of ours within the app, all others apart, and without our word for them. */
const DescriptionLink = ({ href, children }: { href: string; children: ReactNode }) => {
  // Unknown to a page of the server: the first drawing has to equal it.
  const address = safeAddress(href, useSyncExternalStore(never, readHost, noHost));
  if (address === undefined) return <span>{children}</span>;
  return address.startsWith("/") ? (
    <MuiLink component={Link} to={address}>
      {children}
    </MuiLink>
  ) : (
    <MuiLink href={address} target="_blank" rel="nofollow noopener ugc" title={address}>
      {children}
    </MuiLink>
  );
};

const all = (tokens: readonly Token[] | undefined): ReactNode => tokens?.map((token, at) => draw(token, at));

const ofLink = ({ href, tokens, text }: Tokens.Link, key: number): ReactNode => (
  <DescriptionLink key={key} href={href}>
    {tokens.length > 0 ? all(tokens) : text}
  </DescriptionLink>
);

const headings = ["h3", "h4", "h5"] as const;

const ofList = ({ ordered, start, items }: Tokens.List, key: number): ReactNode => (
  <Box component={ordered ? "ol" : "ul"} key={key} {...(ordered && start !== "" ? { start } : {})}>
    {items.map((item, at) => (
      <li key={at}>{all(item.tokens)}</li>
    ))}
  </Box>
);

/** Empty lines of a plain text beyond the one between two paragraphs. */
const ofSpace = (raw: string, key: number): ReactNode => {
  const lines = raw.split("\n").length - 3;
  return lines > 0 ? <Box key={key} aria-hidden sx={{ height: `${lines * 1.6}em` }} /> : null;
};

// Tokens say themselves which of the library's types they are.
const draw = (token: Token, key: number): ReactNode => {
  switch (token.type) {
    case "space":
      return ofSpace(token.raw, key);
    case "hr":
      return <hr key={key} />;
    case "heading": {
      const { depth, tokens } = token as Tokens.Heading;
      return (
        <Typography key={key} variant={depth === 1 ? "h3" : "h4"} component={headings[depth - 1] ?? "h5"}>
          {all(tokens)}
        </Typography>
      );
    }
    case "paragraph":
      return <p key={key}>{all(token.tokens)}</p>;
    case "blockquote":
      return <blockquote key={key}>{all(token.tokens)}</blockquote>;
    case "list":
      return ofList(token as Tokens.List, key);
    case "code":
      return (
        // Scrolls by keyboard where it is wider than the screen.
        <pre key={key} tabIndex={0}>
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      );
    case "strong":
      return <strong key={key}>{all(token.tokens)}</strong>;
    case "em":
      return <em key={key}>{all(token.tokens)}</em>;
    case "codespan":
      return <code key={key}>{(token as Tokens.Codespan).text}</code>;
    case "br":
      return <br key={key} />;
    case "link":
      return ofLink(token as Tokens.Link, key);
    case "checkbox":
      return (token as Tokens.Checkbox).checked ? "☑ " : "☐ ";
    case "text":
      return token.tokens ? <span key={key}>{all(token.tokens)}</span> : (token as Tokens.Text).text;
    case "escape":
    case "image":
      return (token as Tokens.Text | Tokens.Image).text;
    default:
      return token.raw;
  }
};

const gap = "1.6em";

/** A text with the basics of Markdown, as elements: no HTML is ever made of it. */
export const MarkdownText = memo(({ text }: { text: string }) => {
  const blocks = useMemo(() => blocksOf(text), [text]);
  return (
    <Box
      sx={{
        typography: "body1",
        overflowWrap: "anywhere",
        "& > * + *": { mt: gap },
        "& > div + *": { mt: 0 },
        "& p, & blockquote, & pre, & ul, & ol": { m: 0 },
        // Lines end where they were ended.
        "& p, & li": { whiteSpace: "pre-wrap" },
        "& ul, & ol": { pl: "1.5em", "& > li + li": { mt: 0.5 } },
        "& blockquote": { pl: 2, borderLeft: "3px solid", borderColor: "divider", color: "text.secondary" },
        "& blockquote > * + *": { mt: 1 },
        "& hr": { border: 0, borderTop: "1px solid", borderColor: "divider", width: "100%" },
        "& code": {
          px: 0.5,
          borderRadius: "4px",
          bgcolor: "action.hover",
          fontFamily: "ui-monospace, monospace",
          fontSize: "0.9em",
        },
        "& pre": { p: 1.5, borderRadius: "8px", bgcolor: "action.hover", overflowX: "auto" },
        "& pre code": { p: 0, bgcolor: "transparent" },
      }}
    >
      {all(blocks)}
    </Box>
  );
});
