import { IconChevronLeft } from "@tabler/icons-react";
import type { MouseEvent } from "react";
import { listAt, router, useSlug, writeSearch, type Search } from "../router";

/** The way up, to the list as it was left. */
export function Crumb({ to, search, children }: { to: string; search?: Search; children: string }) {
  const slug = useSlug();
  const path = search ? `/w/${slug}/${to}${writeSearch(search)}` : listAt(slug, to);
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    router.history.push(path);
  };
  return (
    <nav aria-label="Up">
      <a className="crumb" href={path} onClick={go}>
        <IconChevronLeft size={13} aria-hidden />
        {children}
      </a>
    </nav>
  );
}
