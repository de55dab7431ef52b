import { useEffect } from "react";
import { useOpenCount } from "./openCount";

/** Set the title of the tab. The number of open inbox items comes first. */
export function useDocumentTitle(title: string): void {
  const open = useOpenCount();
  useEffect(() => {
    const count = open ? `(${open}) ` : "";
    document.title = count + (title ? `${title} · Runwhy` : "Runwhy");
  }, [title, open]);
}
