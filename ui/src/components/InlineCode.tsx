// A sentence of the server, in which commands are between backticks.

export function InlineCode({ text }: { text: string }) {
  return text.split("`").map((part, i) => (i % 2 ? <code key={i}>{part}</code> : part));
}
