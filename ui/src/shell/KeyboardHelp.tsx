import { Dialog } from "../components/Dialog";
import { CONTROL } from "../components/keyboard";
import css from "./shell.module.css";

type Key = [keys: string[], what: string];

const GROUPS: [where: string, keys: Key[]][] = [
  [
    "Everywhere",
    [
      [[CONTROL, "K"], "Jump to a run, session, trigger, agent, view, page or action"],
      [["?"], "Show keyboard shortcuts"],
      [["Esc"], "Close the open dialog or menu, or go back"],
    ],
  ],
  [
    "Lists",
    [
      [["/"], "Focus the query or search field"],
      [["j"], "Next row"],
      [["k"], "Previous row"],
      [["Enter"], "Open row"],
    ],
  ],
  [
    "Inbox",
    [
      [["a"], "Allow once"],
      [["r"], "Allow for this run"],
      [["d"], "Deny with a reason"],
      [["e"], "Dismiss"],
    ],
  ],
  [
    "Run list",
    [
      [["x"], "Select row"],
      [["n"], "Show new runs"],
    ],
  ],
  [
    "Run",
    [
      [["j"], "Next run of the list"],
      [["k"], "Previous run of the list"],
      [["/"], "Find in the conversation"],
    ],
  ],
  [
    "Query",
    [
      [["Tab"], "Accept suggestion"],
      [["↑"], "Recall previous query"],
      [["Esc"], "Leave the query"],
    ],
  ],
];

export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts" size={480}>
      {GROUPS.map(([where, keys]) => (
        <section key={where} className={css.keyGroup}>
          <h3 className="h2">{where}</h3>
          <dl className={css.keys}>
            {keys.map(([names, what]) => (
              <div key={what}>
                <dt>
                  {names.map((name) => (
                    <kbd key={name} className={css.kbd}>
                      {name}
                    </kbd>
                  ))}
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className="dim">
        Click a tag to filter by it. Alt-click or Alt-Enter excludes it. Drag across the histogram to select a time
        range.
      </p>
    </Dialog>
  );
}
