// Finding text on a page, with every match highlighted.

import { type RefObject, useCallback, useEffect, useState } from "react";

const ALL = "find";
const CURRENT = "find-current";

/** Return where a text contains the words, regardless of case. */
export function findMatches(text: string, words: string): number[] {
  const [whole, needle] = fold(text, words);
  const found: number[] = [];
  if (!needle) return found;
  for (let at = whole.indexOf(needle); at >= 0; at = whole.indexOf(needle, at + needle.length)) found.push(at);
  return found;
}

/** Compare without case, unless that changes the length of the text, as for İ. */
function fold(text: string, words: string): [string, string] {
  const lower = text.toLowerCase();
  return lower.length === text.length ? [lower, words.toLowerCase()] : [text, words];
}

export interface Found {
  count: number;
  current: number; // counts from 1; 0 if nothing was found
  next: () => void;
  previous: () => void;
}

/** Highlight the words in the blocks of an element, or in the whole element. */
export function useFind(area: RefObject<HTMLElement | null>, words: string): Found {
  const [ranges, setRanges] = useState<Range[]>([]);
  const [at, setAt] = useState(0);
  useEffect(() => {
    const element = area.current;
    if (!element || !words.trim()) return setRanges([]);
    const search = () => setRanges(findRanges(element, words));
    search();
    const observer = new MutationObserver(search);
    observer.observe(element, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [area, words]);
  useEffect(() => setAt(0), [words]);
  const current = ranges.length ? ranges[at % ranges.length] : undefined;
  useEffect(() => highlight(ranges, current), [ranges, current]);
  useEffect(() => {
    if (current) reveal(current);
  }, [current]);
  const move = useCallback(
    (step: number) => setAt((now) => (ranges.length ? (now + step + ranges.length) % ranges.length : 0)),
    [ranges.length],
  );
  return {
    count: ranges.length,
    current: ranges.length ? (at % ranges.length) + 1 : 0,
    next: useCallback(() => move(1), [move]),
    previous: useCallback(() => move(-1), [move]),
  };
}

function findRanges(area: HTMLElement, words: string): Range[] {
  const blocks = [...area.querySelectorAll<HTMLElement>("[data-find]")];
  return (blocks.length ? blocks : [area]).flatMap((block) => rangesIn(block, words));
}

/** Find the words in a block, also if they reach over several elements. */
function rangesIn(block: HTMLElement, words: string): Range[] {
  const nodes: Text[] = [];
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (!node.parentElement?.closest("[data-preview]")) nodes.push(node); // its text is in the block again
  }
  const starts: number[] = [];
  let text = "";
  for (const node of nodes) {
    starts.push(text.length);
    text += node.data;
  }
  const place = (at: number): [Text, number] => {
    const i = starts.findLastIndex((start) => start <= at);
    return [nodes[i]!, at - starts[i]!];
  };
  return findMatches(text, words).map((at) => {
    const range = document.createRange();
    range.setStart(...place(at));
    const [last, offset] = place(at + words.length - 1);
    range.setEnd(last, offset + 1);
    return range;
  });
}

function highlight(ranges: Range[], current: Range | undefined): () => void {
  if (!("highlights" in CSS)) return () => undefined; // matches are still counted and scrolled to
  CSS.highlights.set(ALL, new Highlight(...ranges.filter((range) => range !== current)));
  if (current) CSS.highlights.set(CURRENT, new Highlight(current));
  return () => {
    CSS.highlights.delete(ALL);
    CSS.highlights.delete(CURRENT);
  };
}

/** Open the elements that hide the range, and scroll to it. */
function reveal(range: Range): void {
  const element = range.startContainer.parentElement;
  for (let one = element?.closest("details"); one; one = one.parentElement?.closest("details")) one.open = true;
  element?.scrollIntoView({ block: "center" });
}
