import css from "./data.module.css";
import { countWords, type Counts } from "./words";

/** How much of each there is. */
export function Counted({ counts }: { counts: Counts }) {
  const found = countWords(counts);
  if (!found.length) return <p className="dim">Nothing.</p>;
  return (
    <ul className={css.counts} aria-label="How much">
      {found.map(({ name, amount, what }) => <li key={name} data-count={name}><b className="num">{amount}</b> {what}</li>)}
    </ul>
  );
}
