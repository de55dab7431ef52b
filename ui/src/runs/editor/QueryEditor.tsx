// The editor of the query bar: highlighting, completion, errors and recent queries.

import {
  acceptCompletion,
  autocompletion,
  closeCompletion,
  completionStatus,
  moveCompletionSelection,
  startCompletion,
} from "@codemirror/autocomplete";
import { history, historyKeymap, standardKeymap } from "@codemirror/commands";
import { Compartment, EditorState, Prec } from "@codemirror/state";
import { EditorView, keymap, placeholder as hint } from "@codemirror/view";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useSlug } from "../../router";
import type { QueryError } from "../../query/error";
import { recent } from "../preferences";
import { completions } from "./completions";
import { errorMark, highlighter, theme } from "./highlight";

interface EditorProps {
  value: string;
  range: string;
  problem: QueryError | null;
  placeholder: string;
  onChange: (text: string) => void;
  onApply: (text: string) => void;
  onReady: (focus: () => void) => void;
}

export default function QueryEditor(props: EditorProps) {
  const holder = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const current = useRef(props);
  current.current = props;
  const slug = useSlug();

  // Before the browser handles another key: the plain field is removed, so the key would be lost.
  useLayoutEffect(() => {
    const mark = new Compartment();
    const editor = new EditorView({
      parent: holder.current!,
      state: EditorState.create({
        doc: current.current.value,
        extensions: [
          Prec.highest(keymap.of(keys(current))),
          history(),
          keymap.of([...historyKeymap, ...standardKeymap]),
          hint(current.current.placeholder),
          oneLine,
          highlighter,
          theme,
          mark.of([]),
          autocompletion({
            override: [completions(slug, () => current.current.range)],
            icons: false,
            selectOnOpen: false, // Enter applies the query; Tab and the arrow keys complete it
            closeOnBlur: true,
            activateOnTypingDelay: 80,
            interactionDelay: 0, // only a selected option is accepted, so no delay is needed
            optionClass: (option) => `w-${option.type ?? "other"}`,
          }),
          EditorView.contentAttributes.of({ "aria-label": "Query", spellcheck: "false", autocapitalize: "off" }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) current.current.onChange(update.state.doc.toString());
            if (update.focusChanged && update.view.hasFocus && !update.state.doc.length) startCompletion(update.view);
          }),
        ],
      }),
    });
    view.current = editor;
    setMark.set(editor, mark);
    current.current.onReady(() => {
      editor.focus();
      editor.dispatch({ selection: { anchor: editor.state.doc.length } });
    });
    return () => editor.destroy();
  }, [slug]);

  // In the same step as the rendering: a key that is typed before a later one would be undone.
  useLayoutEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === props.value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: props.value } });
    if (editor.hasFocus && !props.value) startCompletion(editor);
    else closeCompletion(editor);
  }, [props.value]);

  useEffect(() => {
    const editor = view.current;
    const mark = editor && setMark.get(editor);
    if (editor && mark) editor.dispatch({ effects: mark.reconfigure(errorMark(props.problem)) });
  }, [props.problem]);

  return <div ref={holder} data-querybar style={{ flex: 1, minWidth: 0 }} />;
}

const setMark = new WeakMap<EditorView, Compartment>();

const oneLine = EditorState.transactionFilter.of((change) => {
  if (change.newDoc.lines < 2) return change;
  const text = change.newDoc.toString().replace(/\s*\n\s*/g, " ");
  return { changes: { from: 0, to: change.startState.doc.length, insert: text }, selection: { anchor: text.length } };
});

function keys(current: { current: EditorProps }) {
  let place = -1;
  const go = (step: number) => (view: EditorView) => {
    if (completionStatus(view.state) === "active") return false;
    const queries = recent.get();
    place = Math.max(-1, Math.min(queries.length - 1, place + step));
    const text = queries[place] ?? "";
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: text },
      selection: { anchor: text.length },
    });
    closeCompletion(view);
    return true;
  };
  return [
    {
      key: "Enter",
      run: (view: EditorView) => {
        if (acceptCompletion(view)) return true;
        place = -1;
        closeCompletion(view);
        current.current.onApply(view.state.doc.toString());
        return true;
      },
    },
    {
      key: "Tab",
      run: (view: EditorView) =>
        completionStatus(view.state) === "active" &&
        (acceptCompletion(view) || (moveCompletionSelection(true)(view) && acceptCompletion(view))),
    },
    {
      key: "Escape",
      run: (view: EditorView) => {
        if (closeCompletion(view)) return true;
        view.contentDOM.blur();
        return true;
      },
    },
    { key: "ArrowUp", run: go(1) },
    { key: "ArrowDown", run: go(-1) },
  ];
}
