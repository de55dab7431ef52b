// A real terminal in the page, over a socket; it comes back as it was after a break.

import "@xterm/xterm/css/xterm.css";
import { ActionIcon, TextInput, Tooltip, useComputedColorScheme } from "@mantine/core";
import { IconSearch, IconX } from "@tabler/icons-react";
import { FitAddon } from "@xterm/addon-fit";
import { SearchAddon } from "@xterm/addon-search";
import { WebLinksAddon } from "@xterm/addon-web-links";
import { Terminal } from "@xterm/xterm";
import { useEffect, useRef, useState } from "react";
import { at } from "../api/client";
import { useSlug } from "../router";
import { errorText } from "../words/format";
import { openTerminal } from "./asking";
import { Commands } from "./Commands";
import { COLOURS } from "./colours";
import css from "./terminal.module.css";

const RETRY_MS = 1000;
const ENDED = 1000;

export default function Screen({ sessionId, onClose }: { sessionId: string; onClose: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const shell = useShell(sessionId, place);
  const [finding, setFinding] = useState(false);
  const [missing, setMissing] = useState(false);
  const find = (text: string, back = false) => setMissing(!shell.find(text, back));
  const stop = () => {
    setFinding(false);
    shell.focus();
  };
  const onKey = (event: React.KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") find(event.currentTarget.value, event.shiftKey);
    if (event.key === "Escape") stop();
    event.stopPropagation(); // Escape would leave the page
  };
  return (
    <section className={css.screen} aria-label="Terminal">
      <header className={css.bar}>
        <h2 className="h2">Terminal</h2>
        <span className="dim" role="status">{shell.state}</span>
        {finding && <TextInput aria-label="Find in the terminal" placeholder="Find" autoFocus error={missing} onChange={(event) => find(event.target.value)} onKeyDown={onKey} />}
        <Tooltip label="Find"><ActionIcon aria-label="Find in the terminal" aria-pressed={finding} onClick={() => (finding ? stop() : setFinding(true))}><IconSearch size={15} /></ActionIcon></Tooltip>
        <Tooltip label="Hide"><ActionIcon aria-label="Hide the terminal" onClick={onClose}><IconX size={15} /></ActionIcon></Tooltip>
      </header>
      <div className={css.place} ref={place} />
      <Commands sessionId={sessionId} terminalId={shell.id} />
    </section>
  );
}

function useShell(sessionId: string, place: React.RefObject<HTMLDivElement | null>) {
  const slug = useSlug();
  const dark = useComputedColorScheme("light") === "dark";
  const [id, setId] = useState<string | null>(null);
  const [state, setState] = useState("opening…");
  const terminal = useRef<Terminal | null>(null);
  const search = useRef<SearchAddon | null>(null);
  useEffect(() => {
    if (terminal.current) terminal.current.options.theme = dark ? COLOURS.dark : COLOURS.light;
  }, [dark, id]);
  useEffect(() => {
    const made = new Terminal({ fontFamily: "'JetBrains Mono Variable', monospace", fontSize: 12.5, scrollback: 5000, theme: dark ? COLOURS.dark : COLOURS.light, screenReaderMode: true });
    const fit = new FitAddon();
    const finder = new SearchAddon();
    for (const addon of [fit, finder, new WebLinksAddon()]) made.loadAddon(addon);
    made.attachCustomKeyEventHandler((event) => !copies(event, made));
    made.open(place.current!);
    fit.fit();
    terminal.current = made;
    search.current = finder;
    const link = connect(slug, sessionId, made, { setId, setState });
    const watcher = new ResizeObserver(() => fit.fit());
    watcher.observe(place.current!);
    return () => {
      watcher.disconnect();
      link.close();
      made.dispose();
    };
  }, [slug, sessionId]);
  const find = (text: string, back: boolean) => {
    if (!text) return true;
    return (back ? search.current?.findPrevious(text) : search.current?.findNext(text)) ?? false;
  };
  return { id, state, find, focus: () => terminal.current?.focus() };
}

/** Ctrl-C copies what is selected, as everywhere, and interrupts when nothing is. */
function copies(event: KeyboardEvent, terminal: Terminal): boolean {
  return (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "c" && terminal.hasSelection();
}

interface Tell {
  setId: (id: string) => void;
  setState: (state: string) => void;
}

/** Join a terminal to its socket; a break is joined again, the end of the shell is the end. */
function connect(slug: string, sessionId: string, terminal: Terminal, tell: Tell): { close: () => void } {
  let socket: WebSocket | null = null;
  let closed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const size = () => ({ cols: terminal.cols, rows: terminal.rows });
  const say = (data: string | Uint8Array<ArrayBuffer>) => socket?.readyState === WebSocket.OPEN && socket.send(data);
  const bytes = new TextEncoder();
  let early: string | null = ""; // typed before there was a shell; what is typed during a break is not kept
  terminal.onData((text) => (early === null ? say(bytes.encode(text)) : (early += text)));
  terminal.onBinary((text) => say(Uint8Array.from(text, (char) => char.charCodeAt(0))));
  terminal.onResize(() => say(JSON.stringify({ resize: size() })));
  const begin = async () => {
    try {
      const id = await openTerminal(slug, sessionId, size());
      if (closed) return;
      tell.setId(id);
      socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${at(slug, `/terminals/${id}/ws`)}`);
      socket.binaryType = "arraybuffer";
      socket.onopen = () => {
        terminal.reset();
        tell.setState("");
        say(JSON.stringify({ resize: size() }));
        if (early) say(bytes.encode(early));
        early = null;
        terminal.focus();
      };
      socket.onmessage = ({ data }) => terminal.write(new Uint8Array(data as ArrayBuffer));
      socket.onclose = ({ code }) => {
        if (closed) return;
        if (code === ENDED) return tell.setState("the shell has ended");
        tell.setState("away; it comes back by itself");
        timer = setTimeout(() => void begin(), RETRY_MS);
      };
    } catch (error) {
      tell.setState(errorText(error));
      if (!closed) timer = setTimeout(() => void begin(), 5 * RETRY_MS);
    }
  };
  void begin();
  return {
    close: () => {
      closed = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}
