import { Button, type ButtonProps } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { Dialog } from "./Dialog";

interface Confirmation {
  title: string; // the question
  message: ReactNode; // the consequence
  confirmLabel: string;
  onConfirm: () => void;
}

interface ConfirmDialogProps extends Confirmation {
  danger?: boolean;
  onClose: () => void;
}

export function ConfirmDialog({
  title,
  message,
  confirmLabel,
  danger = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const confirm = () => {
    onClose();
    onConfirm();
  };
  return (
    <Dialog title={title} size={420} onClose={onClose}>
      <p className="dialog-text">{message}</p>
      <div className="dialog-actions">
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" variant="filled" color={danger ? "red" : undefined} data-autofocus onClick={confirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}

interface ConfirmButtonProps extends ButtonProps, Confirmation {
  children: ReactNode;
  "aria-label"?: string;
}

/** A button with a confirmation before an action that cannot be undone. */
export function ConfirmButton({ title, message, confirmLabel, onConfirm, ...button }: ConfirmButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {open && (
        <ConfirmDialog
          title={title}
          message={message}
          confirmLabel={confirmLabel}
          danger={button.color === "red"}
          onConfirm={onConfirm}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
