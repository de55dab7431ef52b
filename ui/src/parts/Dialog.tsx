// Dialogs: Escape closes them, and the focus goes back to where it was.

import { Button, Modal, type ButtonProps, type ModalProps } from "@mantine/core";
import { useEffect, useRef, useState, type ReactNode } from "react";

/** A dialog, for as long as it is drawn. */
export function Dialog(props: Omit<ModalProps, "opened">) {
  useFocusBack();
  return <Modal opened closeButtonProps={{ "aria-label": "Close" }} {...props} />;
}

let under: Element | null = null; // what had the focus on the page itself, below all dialogs

/** Once it is gone, the focus is where it was before, unless it went on elsewhere meanwhile. */
function useFocusBack(): void {
  const before = useRef<Element | null>(undefined);
  before.current ??= opener();
  useEffect(() => {
    const was = before.current;
    return () => {
      setTimeout(() => {
        const lost = !document.activeElement || document.activeElement === document.body;
        const back = [was, under].find((one) => one instanceof HTMLElement && one.isConnected) as HTMLElement | undefined;
        if (lost) back?.focus({ preventScroll: true });
      });
    };
  }, []);
}

/** What opened the dialog: of an item of a menu, the button of that menu. */
function opener(): Element | null {
  const active = document.activeElement;
  const menu = active?.closest("[role=menu]");
  const found = menu ? document.querySelector(`[aria-controls="${menu.id}"]`) : active;
  if (!active?.closest("[role=dialog]")) under = found;
  return found;
}

interface AskingProps extends ButtonProps {
  title: string; // the question
  says: ReactNode; // what it will mean
  act: string; // what the button of the dialog is called
  onSure: () => void;
  children: ReactNode;
  "aria-label"?: string;
}

/** A button that asks before it does something that cannot be taken back. */
export function AskingButton({ title, says, act, onSure, ...button }: AskingProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)} />
      {asking && <Sure title={title} says={says} act={act} danger={button.color === "red"} onSure={onSure} onClose={() => setAsking(false)} />}
    </>
  );
}

interface SureProps extends Pick<AskingProps, "title" | "says" | "act" | "onSure"> {
  danger?: boolean;
  onClose: () => void;
}

/** The question itself. */
export function Sure({ title, says, act, danger = false, onSure, onClose }: SureProps) {
  const go = () => {
    onClose();
    onSure();
  };
  return (
    <Dialog title={title} size={420} onClose={onClose}>
      <p className="asked">{says}</p>
      <div className="acts">
        <Button size="sm" onClick={onClose}>Cancel</Button>
        <Button size="sm" variant="filled" color={danger ? "red" : undefined} data-autofocus onClick={go}>{act}</Button>
      </div>
    </Dialog>
  );
}
