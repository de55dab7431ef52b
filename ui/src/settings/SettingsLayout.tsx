// The layout of the admin pages: API keys, audit log and data.

import { Link, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useSlug } from "../router";
import css from "./settings.module.css";

export const SETTINGS_PAGES = [
  { path: "keys", label: "API keys" },
  { path: "audit", label: "Audit log" },
  { path: "data", label: "Data" },
] as const;

/** An admin page with tabs for the others. */
export function SettingsLayout({ children }: { children: ReactNode }) {
  const slug = useSlug();
  const here = useLocation({ select: (location) => location.pathname });
  return (
    <div className="page">
      <nav className={css.tabs} aria-label="Settings">
        {SETTINGS_PAGES.map(({ path, label }) => (
          <Link
            key={path}
            to={`/w/$slug/${path}` as const}
            params={{ slug }}
            aria-current={here === `/w/${slug}/${path}` ? "page" : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </div>
  );
}
