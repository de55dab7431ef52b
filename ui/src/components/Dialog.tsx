// A modal dialog. Escape closes it, and the focus returns to the element that opened it.

import { Modal, type ModalProps } from "@mantine/core";
import { useEffect, useRef } from "react";

/** A dialog that is open for as long as it is rendered. */
export function Dialog(props: Omit<ModalProps, "opened">) {
  useFocusRestore();
  return <Modal opened closeButtonProps={{ "aria-label": "Close" }} {...props} />;
}

let pageFocus: Element | null = null; // the focused element of the page, below all dialogs

/** Restore the focus when the dialog closes, unless another element has it by then. */
function useFocusRestore(): void {
  const before = useRef<Element | null>(undefined);
  before.current ??= findOpener();
  useEffect(() => {
    const opener = before.current;
    return () => {
      setTimeout(() => {
        const lost = !document.activeElement || document.activeElement === document.body;
        const target = [opener, pageFocus].find((one) => one instanceof HTMLElement && one.isConnected) as
          | HTMLElement
          | undefined;
        if (lost) target?.focus({ preventScroll: true });
      });
    };
  }, []);
}

/** Return the element that opened the dialog. For a menu item, this is the button of the menu. */
function findOpener(): Element | null {
  const active = document.activeElement;
  const menu = active?.closest("[role=menu]");
  const found = menu ? document.querySelector(`[aria-controls="${menu.id}"]`) : active;
  if (!active?.closest("[role=dialog]")) pageFocus = found;
  return found;
}
