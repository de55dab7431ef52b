// Renders Markdown as React elements, never as HTML, so that untrusted text cannot run code.

import { marked, type Token, type Tokens } from "marked";
import { Fragment, memo, type ReactNode } from "react";
import { CopyButton } from "../components/CopyButton";
import css from "./markdown.module.css";

export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return <div className={css.md}>{blocks(marked.lexer(text, { gfm: true, breaks: true }))}</div>;
});

function blocks(tokens: Token[]): ReactNode[] {
  return tokens.map((token, i) => <Fragment key={i}>{block(token)}</Fragment>);
}

function block(token: Token): ReactNode {
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "heading": {
      const Level = `h${Math.min(6, (token as Tokens.Heading).depth + 2)}` as "h3"; // the page itself uses h1 and h2
      return <Level>{inline(token.tokens)}</Level>;
    }
    case "paragraph":
      return <p>{inline(token.tokens)}</p>;
    case "text":
      return token.tokens ? inline(token.tokens) : plain(token.text);
    case "code":
      return <Code text={token.text} language={token.lang} />;
    case "blockquote":
      return <blockquote>{blocks(token.tokens ?? [])}</blockquote>;
    case "list":
      return list(token as Tokens.List);
    case "table":
      return table(token as Tokens.Table);
    case "hr":
      return <hr />;
    default:
      return <p>{token.raw}</p>; // HTML is shown as plain text
  }
}

function Code({ text, language }: { text: string; language?: string }) {
  return (
    <div className={css.code}>
      <header>
        <span>{language?.split(/\s/)[0] ?? ""}</span>
        <CopyButton text={text} label="Copy code" />
      </header>
      <pre tabIndex={0} aria-label={language ? `Code, ${language}` : "Code"}>
        {text}
      </pre>
    </div>
  );
}

function list({ ordered, start, items }: Tokens.List): ReactNode {
  const rows = items.map((item, i) => (
    <li key={i}>
      {item.task && (
        <input
          type="checkbox"
          checked={Boolean(item.checked)}
          readOnly
          disabled
          aria-label={item.checked ? "done" : "to do"}
        />
      )}
      {blocks(item.tokens.filter((token) => token.type !== "checkbox"))}
    </li>
  ));
  return ordered ? <ol start={Number(start) || 1}>{rows}</ol> : <ul>{rows}</ul>;
}

function table({ header, rows }: Tokens.Table): ReactNode {
  return (
    <div className={css.wide}>
      <table>
        <thead>
          <tr>
            {header.map((cell, i) => (
              <th key={i} scope="col">
                {inline(cell.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              {row.map((cell, j) => (
                <td key={j}>{inline(cell.tokens)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inline(tokens: Token[] = []): ReactNode[] {
  return tokens.map((token, i) => <Fragment key={i}>{span(token)}</Fragment>);
}

function span(token: Token): ReactNode {
  switch (token.type) {
    case "strong":
      return <strong>{inline(token.tokens)}</strong>;
    case "em":
      return <em>{inline(token.tokens)}</em>;
    case "del":
      return <del>{inline(token.tokens)}</del>;
    case "codespan":
      return <code className="mono">{plain(token.text)}</code>;
    case "br":
      return <br />;
    case "link":
      return link(token.href, inline(token.tokens));
    case "image":
      return link(token.href, plain(token.text) || token.href); // images are not loaded from other servers
    case "escape":
      return token.text;
    case "text":
      return token.tokens ? inline(token.tokens) : plain(token.text);
    default:
      return token.raw;
  }
}

function link(href: string, children: ReactNode): ReactNode {
  if (!isSafe(href)) return children;
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}

/** Whether a link is safe to open: only http, https and mailto. */
export function isSafe(href: string): boolean {
  return /^(https?:\/\/|mailto:)/i.test(href.trim());
}

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

/** Undo the HTML escaping of the lexer, because React escapes text itself. */
function plain(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]!);
}
