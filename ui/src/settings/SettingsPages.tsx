// What an admin looks after: keys, the audit log, and what is kept how long.

import { Link, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useSlug } from "../router";
import css from "./settings.module.css";

export const SETTINGS = [
  { path: "keys", label: "Keys" },
  { path: "audit", label: "Audit log" },
  { path: "data", label: "Data" },
] as const;

/** One of the pages of an admin, with the way to the others. */
export function SettingsPage({ children }: { children: ReactNode }) {
  const slug = useSlug();
  const here = useLocation({ select: (location) => location.pathname });
  return (
    <div className="page">
      <nav className={css.tabs} aria-label="Settings">
        {SETTINGS.map(({ path, label }) => (
          <Link key={path} to={`/w/${slug}/${path}` as "/"} aria-current={here === `/w/${slug}/${path}` ? "page" : undefined}>{label}</Link>
        ))}
      </nav>
      {children}
    </div>
  );
}
