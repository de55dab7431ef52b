import { Button } from "@mantine/core";
import { CopyableText } from "./CopyableText";
import { Dialog } from "./Dialog";

interface SecretDialogProps {
  title: string;
  message: string;
  values: { label: string; text: string }[];
  onClose: () => void;
}

/** New secrets, which are shown only once. */
export function SecretDialog({ title, message, values, onClose }: SecretDialogProps) {
  return (
    <Dialog onClose={onClose} size={560} title={title}>
      <p>{message}</p>
      {values.map(({ label, text }) => (
        <CopyableText key={label} label={label} text={text} />
      ))}
      <Button onClick={onClose}>Done</Button>
    </Dialog>
  );
}
