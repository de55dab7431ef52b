import { IconChevronLeft } from "@tabler/icons-react";
import type { MouseEvent } from "react";
import { listUrl, router, type Search, useSlug, writeSearch } from "../router";

/** A link to the parent list, with the filters it had. */
export function Breadcrumb({ to, search, children }: { to: string; search?: Search; children: string }) {
  const slug = useSlug();
  const path = search ? `/w/${slug}/${to}${writeSearch(search)}` : listUrl(slug, to);
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    router.history.push(path);
  };
  return (
    <nav aria-label="Breadcrumb">
      <a className="breadcrumb" href={path} onClick={go}>
        <IconChevronLeft size={13} aria-hidden />
        {children}
      </a>
    </nav>
  );
}
