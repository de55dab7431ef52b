import { IconTool } from "@tabler/icons-react";
import { createContext, useContext, useState } from "react";
import type { ToolCall } from "../api/types";
import { JsonView, parseJson } from "../components/JsonView";
import { clockTime, fullTime } from "../labels/format";
import css from "./transcript.module.css";
import type { Message } from "./messages";

const LONG = 1600;
const MANY_LINES = 60;

/** Whether long texts are shown whole, so that text can be found in them. */
export const WholeTexts = createContext(false);

/** One message of a transcript. Messages injected by the server are outlined. */
export function MessageBlock({ message, id }: { message: Message; id?: string }) {
  return (
    <article
      id={id}
      tabIndex={id ? -1 : undefined}
      className={css.block}
      data-find
      data-role={message.role}
      data-injected={message.injected || undefined}
      data-bad={message.ok === false || undefined}
    >
      <header className={css.blockHead}>
        <span className={css.role}>{message.label}</span>
        {message.note && <span className={css.note}>{message.note}</span>}
        {message.at && <ClockTime at={message.at} />}
      </header>
      <MessageBody message={message} />
      {message.calls?.map((call) => (
        <ToolCallView key={call.id} call={call} />
      ))}
    </article>
  );
}

/** The thinking and the text of a message. */
export function MessageBody({ message }: { message: Message }) {
  return (
    <>
      {message.thinking && (
        <details className={css.thinking}>
          <summary>thinking</summary>
          <p>{message.thinking}</p>
        </details>
      )}
      {message.text &&
        (message.json ? (
          <EnvelopeText text={message.text} />
        ) : (
          <MessageText text={message.text} live={message.live} mono={message.role === "tool"} />
        ))}
    </>
  );
}

export function ClockTime({ at }: { at: string }) {
  return (
    <time className="num" dateTime={at} title={fullTime(at)}>
      {clockTime(at)}
    </time>
  );
}

/** A tool call with its arguments. */
export function ToolCallView({ call }: { call: ToolCall }) {
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
  const json = parseJson(text);
  return json === undefined ? <MessageText text={text} mono /> : <JsonView value={json} />;
}

export function MessageText({ text, live = false, mono = false }: { text: string; live?: boolean; mono?: boolean }) {
  const [showAll, setShowAll] = useState(false);
  const whole = useContext(WholeTexts);
  const start = text.slice(0, LONG).split("\n", MANY_LINES).join("\n");
  const cut = !live && !showAll && !whole && start.length < text.length;
  return (
    <div
      className={`message-text ${css.words} ${mono ? "mono" : ""}`}
      data-live={live ? "text" : undefined}
      aria-live={live ? "polite" : undefined}
    >
      {cut ? start : text}
      {cut && (
        <button type="button" className="show-all" onClick={() => setShowAll(true)}>
          … Show all {text.length.toLocaleString("en-US")} characters
        </button>
      )}
    </div>
  );
}
