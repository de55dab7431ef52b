import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Dialog } from "./Dialog";
import { ErrorMessage } from "./ErrorState";

interface FormDialogProps {
  title: string;
  size?: number;
  saving: { error: unknown; isPending: boolean };
  ready?: boolean; // whether the form is complete
  submitLabel: string;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode; // the fields
}

/** A dialog with a form. An error of the server is shown above the button. */
export function FormDialog({
  title,
  size,
  saving,
  ready = true,
  submitLabel,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  return (
    <Dialog onClose={onClose} size={size} title={title}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) onSubmit();
        }}
      >
        {children}
        <ErrorMessage error={saving.error} />
        <Button type="submit" variant="filled" size="sm" loading={saving.isPending} disabled={!ready}>
          {submitLabel}
        </Button>
      </form>
    </Dialog>
  );
}
