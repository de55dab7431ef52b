// An area with its own find box: / or Ctrl-F opens it.

import { ActionIcon, Button } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconSearch, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { CONTROL, useKeyboard } from "../components/keyboard";
import { count } from "../labels/format";
import css from "./find.module.css";
import { useFind } from "./find";
import { WholeTexts } from "./MessageBlock";

interface FindableProps {
  tools?: ReactNode;
  wide?: boolean; // the messages have a column beside them
  children: ReactNode;
}

export function Findable({ tools, wide, children }: FindableProps) {
  const area = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState("");
  const found = useFind(area, open ? words : "");
  const show = (event?: { preventDefault: () => void }) => {
    if (document.activeElement === input.current) return; // a second Ctrl-F is the browser's
    event?.preventDefault();
    setOpen(true);
    input.current?.select(); // if it was open; otherwise it gets the focus when it appears
  };
  const close = () => setOpen(false);
  useKeyboard({ "/": show, "Ctrl-f": show });
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      event.preventDefault();
      close();
    }
    if (event.key === "Enter") (event.shiftKey ? found.previous : found.next)();
  };
  return (
    <div>
      <div className={css.bar} data-open={open || undefined} data-wide={wide || undefined}>
        {tools}
        {open ? (
          <div className={css.box} role="search">
            <IconSearch size={14} aria-hidden />
            <input
              ref={input}
              autoFocus
              onFocus={(event) => event.target.select()}
              aria-label="Find in the conversation"
              placeholder="Find"
              value={words}
              onChange={(event) => setWords(event.target.value)}
              onKeyDown={press}
            />
            <span className="num dim" aria-live="polite">
              {words.trim() ? `${count(found.current)} of ${count(found.count)}` : ""}
            </span>
            <ActionIcon aria-label="Previous match" onClick={found.previous} disabled={!found.count}>
              <IconChevronUp size={15} />
            </ActionIcon>
            <ActionIcon aria-label="Next match" onClick={found.next} disabled={!found.count}>
              <IconChevronDown size={15} />
            </ActionIcon>
            <ActionIcon aria-label="Close find" onClick={close}>
              <IconX size={15} />
            </ActionIcon>
          </div>
        ) : (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconSearch size={14} />}
            onClick={() => show()}
            title={`/ or ${CONTROL}-F`}
          >
            Find
          </Button>
        )}
      </div>
      <div ref={area}>
        <WholeTexts value={open && words.trim() !== ""}>{children}</WholeTexts>
      </div>
    </div>
  );
}
