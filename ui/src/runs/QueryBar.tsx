// The query bar: a plain field. The editor replaces it when there is a query, or when the user is about to type one.

import { ActionIcon } from "@mantine/core";
import { IconSearch, IconX } from "@tabler/icons-react";
import { Suspense, useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { ApiError, request, workspacePath } from "../api/client";
import { lazyComponent } from "../components/lazy";
import { useSlug } from "../router";
import { fixQuery, type QueryError, readQueryError } from "../query/error";
import css from "./queryBar.module.css";
import { rememberQuery } from "./preferences";

const QueryEditor = lazyComponent(() => import("./editor/QueryEditor"));
const CHECK_DELAY_MS = 400;

export interface BarProps {
  value: string;
  range: string; // the time range, as a term of the query language
  problem: QueryError | null; // the error of the current query
  onApply: (query: string) => void;
  path?: string; // endpoint that checks the query
  placeholder?: string;
  ready?: boolean; // whether the editor may load
}

export function QueryBar({
  value,
  range,
  problem,
  onApply,
  path = "/agent-runs",
  placeholder = PLACEHOLDER,
  ready = true,
}: BarProps) {
  const [text, setText] = useState(value);
  const [wanted, setWanted] = useState(false); // the editor is large: the first page does not load it
  const focus = useRef<() => void>(() => undefined);
  const typing = useRef(false); // the plain field has the focus, and the editor takes it over
  const editing = ready && (wanted || text !== "");
  const applied = useRef(value); // the query of the URL, or the one that the URL is about to have
  useEffect(() => {
    if (value === applied.current) return; // keep the text typed since the query was applied
    applied.current = value;
    setText(value);
  }, [value]);
  const typed = useQueryCheck(text, text !== value, path);
  const shown = text === value ? problem : typed;
  const fixed = shown && fixQuery(text, shown);
  const apply = useCallback(
    (query: string) => {
      applied.current = query;
      setText(query);
      rememberQuery(query);
      onApply(query);
    },
    [onApply],
  );
  const plain = (
    <PlainField value={text} onChange={setText} onApply={apply} placeholder={placeholder} typing={typing} />
  );
  return (
    <div className={css.box} onFocus={() => setWanted(true)} onPointerEnter={() => setWanted(true)}>
      <div className={css.bar} data-bad={shown ? true : undefined}>
        <IconSearch size={15} stroke={1.7} aria-hidden className={css.icon} />
        {!editing && plain}
        {editing && (
          <Suspense fallback={plain}>
            <QueryEditor
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
            aria-label="Clear query"
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
          {fixed !== null && (
            <button type="button" className={css.fix} onClick={() => apply(fixed)}>
              Use <code className="mono">{shown.meant}</code>
            </button>
          )}
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
  // A field that the editor replaces has not lost the focus.
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

/** Check a query while it is typed. */
function useQueryCheck(text: string, active: boolean, path: string): QueryError | null {
  const slug = useSlug();
  const [found, setFound] = useState<QueryError | null>(null);
  useEffect(() => {
    setFound(null);
    if (!active || !text.trim()) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      request(workspacePath(slug, path, { q: text, limit: 1 }), { signal: stop.signal }).then(
        () => setFound(null),
        (error: unknown) => error instanceof ApiError && setFound(readQueryError(error, 0)),
      );
    }, CHECK_DELAY_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, active, slug, path]);
  return found;
}

/** Focus the query bar. */
export function focusQueryBar(event: KeyboardEvent): void {
  event.preventDefault(); // do not type the key itself
  document.querySelector<HTMLElement>("[data-querybar] .cm-content, input[data-querybar]")?.focus();
}
