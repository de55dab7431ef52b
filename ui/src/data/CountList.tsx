import css from "./data.module.css";
import { countLabels, type Counts } from "./labels";

/** The number of objects of each kind. */
export function CountList({ counts }: { counts: Counts }) {
  const found = countLabels(counts);
  if (!found.length) return <p className="dim">Nothing</p>;
  return (
    <ul className={css.counts} aria-label="Counts">
      {found.map(({ name, amount, label }) => (
        <li key={name} data-count={name}>
          <b className="num">{amount}</b> {label}
        </li>
      ))}
    </ul>
  );
}
