import { Modal } from "@mantine/core";
import css from "./shell.module.css";

const KEYS: [string[], string][] = [
  [["/"], "go to the query bar"],
  [["j"], "next row"],
  [["k"], "row before"],
  [["Enter"], "open the row"],
  [["Esc"], "leave the bar, close what is open, go back to the list"],
  [["x"], "select the row, to compare, cancel or run again"],
  [["n"], "show the new runs"],
  [["Ctrl", "K"], "jump to a run, a session, a view or a page"],
  [["?"], "this list"],
];

export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Keys" closeButtonProps={{ "aria-label": "Close" }}>
      <dl className={css.keys}>
        {KEYS.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className={css.kbd}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className="dim">Click a tag to filter by it; Alt-click leaves it out. Drag over the time strip to narrow the time.</p>
    </Modal>
  );
}
