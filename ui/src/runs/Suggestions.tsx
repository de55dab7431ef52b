import { Button } from "@mantine/core";
import type { Suggestion } from "../api/types";
import { replaceWord } from "../query/language";
import css from "./runs.module.css";

interface SuggestionsProps {
  query: string;
  found: Suggestion[];
  onApply: (query: string) => void;
}

/** Corrections of a query that matches nothing. A click applies one. */
export function Suggestions({ query, found, onApply }: SuggestionsProps) {
  if (!found.length) return null;
  return (
    <p className={css.suggestions}>
      {found.map(({ written, meant }) => (
        <Button key={written} variant="filled" onClick={() => onApply(replaceWord(query, written, meant))}>
          Did you mean {meant}?
        </Button>
      ))}
    </p>
  );
}
