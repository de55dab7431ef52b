// The steps of a run as a column of bars. A bar leads to the message of its step.

import { duration } from "../labels/format";
import { slowestStep, type Step } from "./steps";
import css from "./timeline.module.css";

export function Timeline({ steps }: { steps: Step[] }) {
  const from = Math.min(...steps.map((step) => step.from));
  const to = Math.max(...steps.map((step) => step.to), from + 1);
  const share = (at: number) => ((at - from) / (to - from)) * 100;
  const slowest = slowestStep(steps);
  return (
    <nav className={css.timeline} aria-label={`Timeline, ${duration(to - from)} in total`}>
      <ol>
        {steps.map((step, i) => (
          <li key={i} data-kind={step.kind} data-bad={!step.ok || undefined}>
            <button
              type="button"
              disabled={!step.target}
              onClick={() => step.target && show(step.target)}
              title={step === slowest ? "The slowest step: more than half of the time" : undefined}
            >
              <span className={css.label}>
                <span className="ellipsis">{step.label}</span>
                {step === slowest && <span className={css.slow}>slowest</span>}
                <span className="num">{duration(step.to - step.from)}</span>
              </span>
              <span className={css.track} aria-hidden>
                <span
                  style={{ left: `${share(step.from)}%`, width: `max(2px, ${share(step.to) - share(step.from)}%)` }}
                />
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function show(id: string): void {
  const element = document.getElementById(id);
  element?.scrollIntoView({ block: "start" });
  element?.focus({ preventScroll: true });
}
