// A terminal over a WebSocket. It is restored after a lost connection.

import "@xterm/xterm/css/xterm.css";
import { ActionIcon, TextInput, Tooltip, useComputedColorScheme } from "@mantine/core";
import { IconSearch, IconX } from "@tabler/icons-react";
import { FitAddon } from "@xterm/addon-fit";
import { SearchAddon } from "@xterm/addon-search";
import { WebLinksAddon } from "@xterm/addon-web-links";
import { Terminal } from "@xterm/xterm";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { workspacePath } from "../api/client";
import { useSlug } from "../router";
import { errorText } from "../labels/format";
import { openTerminal } from "./api";
import { CommandList } from "./CommandList";
import { COLORS } from "./colors";
import css from "./terminal.module.css";

const RETRY_MS = 1000;
const SHELL_EXITED = 1000;

interface TerminalPanelProps {
  sessionId: string;
  onResize: (first: boolean) => void; // the panel appeared, or its list of commands grew
  onClose: () => void;
}

export default function TerminalPanel({ sessionId, onResize, onClose }: TerminalPanelProps) {
  const container = useRef<HTMLDivElement>(null);
  const shell = useShell(sessionId, container);
  const [searching, setSearching] = useState(false);
  const [missing, setMissing] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const resized = useEffectEvent(onResize);
  useEffect(() => {
    let first = true;
    const watcher = new ResizeObserver(() => {
      resized(first);
      first = false;
    });
    watcher.observe(panel.current!);
    return () => watcher.disconnect();
  }, []);
  const find = (text: string, back = false) => setMissing(!shell.find(text, back));
  const stop = () => {
    setSearching(false);
    shell.focus();
  };
  const onKey = (event: React.KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") find(event.currentTarget.value, event.shiftKey);
    if (event.key === "Escape") stop();
    event.stopPropagation(); // on the page, Escape goes back
  };
  return (
    <section ref={panel} className={css.screen} aria-label="Terminal">
      <header className={css.bar}>
        <h2 className="h2">Terminal</h2>
        <span className="dim" role="status">
          {shell.state}
        </span>
        {searching && (
          <TextInput
            aria-label="Find in terminal"
            placeholder="Find"
            autoFocus
            error={missing}
            onChange={(event) => find(event.target.value)}
            onKeyDown={onKey}
          />
        )}
        <Tooltip label="Find">
          <ActionIcon
            aria-label="Find in terminal"
            aria-pressed={searching}
            onClick={() => (searching ? stop() : setSearching(true))}
          >
            <IconSearch size={15} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Hide">
          <ActionIcon aria-label="Hide terminal" onClick={onClose}>
            <IconX size={15} />
          </ActionIcon>
        </Tooltip>
      </header>
      <div className={css.place} ref={container} />
      <CommandList sessionId={sessionId} terminalId={shell.id} />
    </section>
  );
}

function useShell(sessionId: string, container: React.RefObject<HTMLDivElement | null>) {
  const slug = useSlug();
  const dark = useComputedColorScheme("light") === "dark";
  const [id, setId] = useState<string | null>(null);
  const [state, setState] = useState("connecting…");
  const terminal = useRef<Terminal | null>(null);
  const search = useRef<SearchAddon | null>(null);
  useEffect(() => {
    const element = container.current!;
    const made = new Terminal({
      fontFamily: "'JetBrains Mono Variable', monospace",
      fontSize: 12.5,
      scrollback: 5000,
      screenReaderMode: true,
    });
    const fit = new FitAddon();
    const finder = new SearchAddon();
    for (const addon of [fit, finder, new WebLinksAddon()]) made.loadAddon(addon);
    made.attachCustomKeyEventHandler((event) => !isCopy(event, made));
    made.open(element);
    fit.fit();
    terminal.current = made;
    search.current = finder;
    const link = connect(slug, sessionId, made, { setId, setState });
    const watcher = new ResizeObserver(() => fit.fit());
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      link.close();
      made.dispose();
    };
  }, [slug, sessionId, container]);
  useEffect(() => {
    terminal.current!.options.theme = dark ? COLORS.dark : COLORS.light;
  }, [dark, slug, sessionId]); // a new terminal has no colors yet
  const find = (text: string, back: boolean) => {
    if (!text) return true;
    return (back ? search.current?.findPrevious(text) : search.current?.findNext(text)) ?? false;
  };
  return { id, state, find, focus: () => terminal.current?.focus() };
}

/** Ctrl-C copies the selection. Without a selection, it interrupts the command. */
function isCopy(event: KeyboardEvent, terminal: Terminal): boolean {
  return (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "c" && terminal.hasSelection();
}

interface Callbacks {
  setId: (id: string) => void;
  setState: (state: string) => void;
}

/** Connect a terminal to its socket. Reconnect until the shell exits. */
function connect(slug: string, sessionId: string, terminal: Terminal, callbacks: Callbacks): { close: () => void } {
  let socket: WebSocket | null = null;
  let closed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const size = () => ({ cols: terminal.cols, rows: terminal.rows });
  const send = (data: string | Uint8Array<ArrayBuffer>) => socket?.readyState === WebSocket.OPEN && socket.send(data);
  const bytes = new TextEncoder();
  let early: string | null = ""; // typed before the shell was ready; text typed while disconnected is dropped
  terminal.onData((text) => (early === null ? send(bytes.encode(text)) : (early += text)));
  terminal.onBinary((text) => send(Uint8Array.from(text, (char) => char.charCodeAt(0))));
  terminal.onResize(() => send(JSON.stringify({ resize: size() })));
  const open = async () => {
    try {
      const id = await openTerminal(slug, sessionId, size());
      if (closed) return;
      callbacks.setId(id);
      socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${workspacePath(slug, `/terminals/${id}/ws`)}`);
      socket.binaryType = "arraybuffer";
      socket.onopen = () => {
        terminal.reset();
        callbacks.setState("");
        send(JSON.stringify({ resize: size() }));
        if (early) send(bytes.encode(early));
        early = null;
        terminal.focus();
      };
      socket.onmessage = ({ data }) => terminal.write(new Uint8Array(data as ArrayBuffer));
      socket.onclose = ({ code }) => {
        if (closed) return;
        if (code === SHELL_EXITED) return callbacks.setState("shell exited");
        callbacks.setState("disconnected, reconnecting…");
        timer = setTimeout(() => void open(), RETRY_MS);
      };
    } catch (error) {
      callbacks.setState(errorText(error));
      if (!closed) timer = setTimeout(() => void open(), 5 * RETRY_MS);
    }
  };
  void open();
  return {
    close: () => {
      closed = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}
