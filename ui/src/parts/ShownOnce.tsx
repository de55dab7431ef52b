import { Button } from "@mantine/core";
import { CopyIcon } from "./CopyIcon";
import { Dialog } from "./Dialog";

interface ShownOnceProps {
  title: string;
  says: string;
  values: { what: string; text: string }[];
  onClose: () => void;
}

/** Secrets that were just made: shown this once, to be copied. */
export function ShownOnce({ title, says, values, onClose }: ShownOnceProps) {
  return (
    <Dialog onClose={onClose} size={560} title={title}>
      <p>{says}</p>
      {values.map(({ what, text }) => <ToCopy key={what} what={what} text={text} />)}
      <Button onClick={onClose}>{values.length > 1 ? "I have them" : "I have it"}</Button>
    </Dialog>
  );
}

/** A line of text to be copied. */
export function ToCopy({ what, text }: { what: string; text: string }) {
  return <p className="to-copy"><code className="mono">{text}</code><CopyIcon text={text} label={`Copy the ${what}`} /></p>;
}
