import { CopyButton } from "./CopyButton";

/** A line of text with a button that copies it. */
export function CopyableText({ label, text }: { label: string; text: string }) {
  return (
    <p className="copyable">
      <code className="mono">{text}</code>
      <CopyButton text={text} label={`Copy ${label}`} />
    </p>
  );
}
