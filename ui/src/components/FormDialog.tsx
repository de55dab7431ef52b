import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { isAllIn } from "../api/client";
import { Dialog } from "./Dialog";
import { ErrorMessage } from "./ErrorState";

const MARKED = "Correct the marked fields.";

interface FormDialogProps {
  title: string;
  size?: number;
  saving: { error: unknown; isPending: boolean };
  ready?: boolean; // whether the form is complete
  fields?: string[]; // fields of the request that show their own errors
  submitLabel: string;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode; // the fields
}

/** A dialog with a form. Above the button are the errors of the server that no field shows. */
export function FormDialog({
  title,
  size,
  saving,
  ready = true,
  fields = [],
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
        <ErrorMessage error={isAllIn(saving.error, fields) ? MARKED : saving.error} />
        <Button type="submit" variant="filled" size="sm" loading={saving.isPending} disabled={!ready}>
          {submitLabel}
        </Button>
      </form>
    </Dialog>
  );
}
