// The bar in which people ask: a plain field at once, the editor as soon as it is loaded.

import { ActionIcon } from "@mantine/core";
import { IconSearch, IconX } from "@tabler/icons-react";
import { Suspense, useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { ApiError, at, call } from "../api/client";
import { later } from "../api/later";
import { useSlug } from "../router";
import { problemOf, type QueryProblem } from "../words/problems";
import css from "./bar.module.css";
import { remember } from "./stored";

const Editor = later(() => import("./editor/Editor"));
const CHECK_AFTER = 400;

export interface BarProps {
  value: string;
  range: string; // the term of the time range, under which values are counted
  problem: QueryProblem | null; // what the server says of the query that is shown
  onApply: (query: string) => void;
  path?: string; // which list understands the query
  placeholder?: string;
  ready?: boolean; // what people wait for is there, and the editor may come
}

export function QueryBar({ value, range, problem, onApply, path = "/agent-runs", placeholder = PLACEHOLDER, ready = true }: BarProps) {
  const [text, setText] = useState(value);
  const focus = useRef<() => void>(() => undefined);
  const typing = useRef(false); // in the plain field: the editor goes on where it was
  useEffect(() => setText(value), [value]);
  const typed = useChecked(text, text !== value, path);
  const shown = text === value ? problem : typed;
  const apply = useCallback(
    (query: string) => {
      setText(query);
      remember(query);
      onApply(query);
    },
    [onApply],
  );
  const plain = <PlainField value={text} onChange={setText} onApply={apply} placeholder={placeholder} typing={typing} />;
  return (
    <div className={css.box}>
      <div className={css.bar} data-bad={shown ? true : undefined}>
        <IconSearch size={15} stroke={1.7} aria-hidden className={css.icon} />
        {!ready && plain}
        {ready && (
          <Suspense fallback={plain}>
            <Editor
              value={text}
              range={range}
              problem={shown}
              placeholder={placeholder}
              onChange={setText}
              onApply={apply}
              onReady={(go) => {
                focus.current = go;
                if (typing.current) go();
                typing.current = false;
              }}
            />
          </Suspense>
        )}
        {text && (
          <ActionIcon
            size="sm"
            aria-label="Clear the query"
            onClick={() => {
              apply("");
              focus.current();
            }}
          >
            <IconX size={14} />
          </ActionIcon>
        )}
      </div>
      {shown && (
        <p className={css.problem} role="alert">
          {shown.message}
        </p>
      )}
    </div>
  );
}

const PLACEHOLDER = "customer:acme status:failed duration>30s";

interface PlainProps extends Pick<BarProps, "value" | "onApply"> {
  onChange: (text: string) => void;
  placeholder: string;
  typing: RefObject<boolean>;
}

function PlainField({ value, onChange, onApply, placeholder, typing }: PlainProps) {
  const field = useRef<HTMLInputElement>(null);
  // A field that is taken away was not left.
  const left = () => setTimeout(() => field.current && (typing.current = false));
  return (
    <input
      ref={field}
      autoFocus={typing.current}
      onFocus={() => (typing.current = true)}
      onBlur={left}
      className={css.plain}
      aria-label="Query"
      data-querybar
      placeholder={placeholder}
      value={value}
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => event.key === "Enter" && onApply(value)}
    />
  );
}

/** What the server would say of a query that is still being typed. */
function useChecked(text: string, active: boolean, path: string): QueryProblem | null {
  const slug = useSlug();
  const [found, setFound] = useState<QueryProblem | null>(null);
  useEffect(() => {
    setFound(null);
    if (!active || !text.trim()) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      call(at(slug, path, { q: text, limit: 1 }), { signal: stop.signal }).then(
        () => setFound(null),
        (error: unknown) => error instanceof ApiError && setFound(problemOf(error, 0)),
      );
    }, CHECK_AFTER);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, active, slug, path]);
  return found;
}

/** Put the cursor into the bar, from wherever one is. */
export function focusBar(event: KeyboardEvent): void {
  event.preventDefault(); // the key itself is not typed
  document.querySelector<HTMLElement>("[data-querybar] .cm-content, input[data-querybar]")?.focus();
}
