// The most urgent items of the inbox.

import { Link } from "@tanstack/react-router";
import { useInbox } from "../inbox/api";
import { KINDS } from "../inbox/labels";
import { RelativeTime } from "../components/Time";
import { useSlug } from "../router";
import css from "./overview.module.css";

const SHOWN = 5;

/** The open items of the inbox, most urgent first, and a link to all of them. */
export function NeedsYou() {
  const slug = useSlug();
  const page = useInbox().data?.pages[0];
  const open = page?.items.filter((item) => !item.answer) ?? [];
  const more = (page?.open ?? 0) - Math.min(open.length, SHOWN);
  return (
    <section className={`panel ${css.top}`} aria-label="Needs you">
      <h2 className={css.panelTitle}>
        <Link className="link" to="/w/$slug/inbox" params={{ slug }}>
          Needs you{page?.open ? ` (${page.open})` : ""}
        </Link>
      </h2>
      {page && !open.length && <p className="dim">Nothing waits for you.</p>}
      <ol>
        {open.slice(0, SHOWN).map((item) => {
          const { icon: Icon, label } = KINDS[item.kind] ?? KINDS.approval;
          return (
            <li key={item.id}>
              <Icon size={15} stroke={1.7} aria-label={label} />
              <span className="ellipsis" title={item.title}>
                <Link className="link" to="/w/$slug/inbox" params={{ slug }} search={{ item: item.id }}>
                  {item.title}
                </Link>
              </span>
              <span className="dim num">
                <RelativeTime iso={item.since} />
              </span>
            </li>
          );
        })}
      </ol>
      {more > 0 && (
        <Link className={`link ${css.moreItems}`} to="/w/$slug/inbox" params={{ slug }}>
          {more} more
        </Link>
      )}
    </section>
  );
}
