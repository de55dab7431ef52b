import { IconTool } from "@tabler/icons-react";
import { useState } from "react";
import type { ToolCall } from "../api/types";
import { JsonView } from "../parts/JsonView";
import { clockTime, fullTime } from "../words/format";
import css from "./transcript.module.css";
import type { Said } from "./blocks";

const LONG = 1600;

/** One thing that was said or done. What the server put there is outlined. */
export function Block({ said }: { said: Said }) {
  return (
    <article className={css.block} data-role={said.role} data-injected={said.injected || undefined} data-hidden={said.hidden || undefined} data-bad={said.ok === false || undefined}>
      <header className={css.blockHead}>
        <span className={css.role}>{said.label}</span>
        {said.note && <span className={css.note}>{said.note}</span>}
        {said.at && (
          <time className="num" dateTime={said.at} title={fullTime(said.at)}>
            {clockTime(said.at)}
          </time>
        )}
      </header>
      {said.thinking && (
        <details className={css.thinking}>
          <summary>thinking</summary>
          <p>{said.thinking}</p>
        </details>
      )}
      {said.text && (said.json ? <EnvelopeText text={said.text} /> : <Words text={said.text} live={said.live} mono={said.role === "tool"} />)}
      {said.calls?.map((call) => <Called key={call.id} call={call} />)}
    </article>
  );
}

/** A tool and what it was called with. */
export function Called({ call }: { call: ToolCall }) {
  return (
    <div className={css.call}>
      <span>
        <IconTool size={13} stroke={1.7} aria-hidden /> {call.name}
      </span>
      <JsonView value={call.args} />
    </div>
  );
}

function EnvelopeText({ text }: { text: string }) {
  try {
    return <JsonView value={JSON.parse(text)} />;
  } catch {
    return <Words text={text} mono />;
  }
}

function Words({ text, live = false, mono = false }: { text: string; live?: boolean; mono?: boolean }) {
  const [whole, setWhole] = useState(false);
  const cut = !live && !whole && text.length > LONG;
  return (
    <div className={`said ${css.words} ${mono ? "mono" : ""}`} data-live={live ? "text" : undefined} aria-live={live ? "polite" : undefined}>
      {cut ? text.slice(0, LONG) : text}
      {cut && (
        <button type="button" className="whole" onClick={() => setWhole(true)}>
          … show all {text.length.toLocaleString("en-US")} characters
        </button>
      )}
    </div>
  );
}
