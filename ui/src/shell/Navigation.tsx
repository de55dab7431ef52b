// The main navigation: in the header, and at the bottom of a phone.

import { Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { useSignedIn } from "../api/queries";
import { useCurrentTab } from "../components/currentTab";
import { isBelow, type Section, SECTIONS, visibleSections } from "../pages";
import { useSlug } from "../router";
import css from "./shell.module.css";

/** Return the part of the URL after the workspace, which names the page. */
export function useHere(): string {
  return useLocation({ select: (location) => location.pathname.split("/")[3] ?? "" });
}

export function MainNavigation() {
  const here = useHere();
  const sections = visibleSections(useSignedIn().data);
  return (
    <nav className={css.nav} aria-label="Main navigation">
      {sections.map((section) => (
        <SectionLink key={section.label} section={section} here={here} />
      ))}
    </nav>
  );
}

export function PhoneNavigation() {
  const here = useHere();
  const slug = useSlug();
  const sections = visibleSections(useSignedIn().data);
  const more = sections.filter(({ phone }) => !phone);
  return (
    <nav className={css.bottom} aria-label="Main navigation">
      {sections
        .filter(({ phone }) => phone)
        .sort((one, other) => one.phone! - other.phone!)
        .map((section) => (
          <SectionLink key={section.label} section={section} here={here} icon />
        ))}
      {more.length > 0 && (
        <Menu position="top-end" width={220}>
          <Menu.Target>
            <button type="button" data-here={more.some((section) => isBelow(section, here)) || undefined}>
              <IconDots size={18} stroke={1.6} aria-hidden />
              More
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {more.map(({ label, icon: Icon, badge: Badge, pages }) => (
              <div key={label}>
                {pages.length > 1 && <Menu.Label>{label}</Menu.Label>}
                {pages.map((page, i) => (
                  <Menu.Item
                    key={page.path}
                    renderRoot={(props) => <Link {...props} {...linkTo(slug, page.path)} />}
                    leftSection={i === 0 ? <Icon size={16} stroke={1.6} /> : <span className={css.blank} />}
                    rightSection={i === 0 && Badge && <Badge />}
                    aria-current={page.path === here ? "page" : undefined}
                  >
                    {page.label}
                  </Menu.Item>
                ))}
              </div>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </nav>
  );
}

function SectionLink({ section, here, icon = false }: { section: Section; here: string; icon?: boolean }) {
  const slug = useSlug();
  const { label, icon: Icon, badge: Badge, pages } = section;
  return (
    <Link {...linkTo(slug, pages[0]!.path)} aria-current={isBelow(section, here) ? "page" : undefined}>
      {icon && <Icon size={18} stroke={1.6} aria-hidden />}
      {label}
      {Badge && <Badge />}
    </Link>
  );
}

/** The pages of the current section, on each of these pages. */
export function SectionTabs() {
  const slug = useSlug();
  const parts = useLocation({ select: (location) => location.pathname.split("/").slice(3).join("/") });
  const me = useSignedIn().data;
  const sections: Section[] = me ? visibleSections(me) : SECTIONS; // before the sign-in is known, for the height
  const section = sections.find(({ pages }) => pages.some(({ path }) => path === parts));
  const tabs = useCurrentTab<HTMLElement>(me && parts);
  if (!section || section.pages.length < 2) return null;
  if (!me) return <div className={css.tabs} />;
  return (
    <nav ref={tabs} className={css.tabs} aria-label={section.label}>
      {section.pages.map(({ path, label }) => (
        <Link key={path} {...linkTo(slug, path)} aria-current={path === parts ? "page" : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}

function linkTo(slug: string, path: string) {
  return { to: `/w/$slug/${path}` as "/w/$slug", params: { slug } };
}
