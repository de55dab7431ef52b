import { Dialog } from "../parts/Dialog";
import { CONTROL } from "../parts/keyboard";
import css from "./shell.module.css";

type Key = [keys: string[], what: string];

const GROUPS: [where: string, keys: Key[]][] = [
  ["Everywhere", [
    [[CONTROL, "K"], "jump to a run, a session, a view or a page"],
    [["?"], "show this list"],
    [["Esc"], "close what is open; from a run, a session or a trigger, go back"],
  ]],
  ["In a list", [
    [["/"], "go to the query, or to what finds a key"],
    [["j"], "next row"],
    [["k"], "row before"],
    [["Enter"], "open the row"],
  ]],
  ["In the list of runs", [
    [["x"], "select the row, to compare, cancel or run again"],
    [["n"], "show the new runs"],
  ]],
  ["In the query", [
    [["Tab"], "take what is offered"],
    [["↑"], "bring back what was asked before"],
    [["Esc"], "leave it"],
  ]],
];

export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Keys" size={480}>
      {GROUPS.map(([where, keys]) => (
        <section key={where} className={css.keyGroup}>
          <h3 className="h2">{where}</h3>
          <dl className={css.keys}>
            {keys.map(([names, what]) => (
              <div key={what}>
                <dt>{names.map((name) => <kbd key={name} className={css.kbd}>{name}</kbd>)}</dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className="dim">Click a tag to filter by it; Alt-click, or Alt-Enter, leaves it out. Drag over the time strip to narrow the time.</p>
    </Dialog>
  );
}
