import { IconChevronLeft } from "@tabler/icons-react";
import { listAt, router, useSlug, writeSearch, type Search } from "../router";

/** The way up, to the list as it was left. */
export function Crumb({ to, search, children }: { to: string; search?: Search; children: string }) {
  const path = search ? `/w/${useSlug()}/${to}${writeSearch(search)}` : listAt(useSlug(), to);
  return (
    <nav aria-label="Up">
      <a className="crumb" href={path} onClick={(event) => { if (!event.metaKey && !event.ctrlKey && !event.shiftKey) { event.preventDefault(); router.history.push(path); } }}>
        <IconChevronLeft size={13} aria-hidden />
        {children}
      </a>
    </nav>
  );
}
