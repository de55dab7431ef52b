// A field that filters a list by its text.

import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import type { Ref } from "react";

interface Props {
  label: string; // such as "Find a model"
  value: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
}

export function FindField({ label, value, onChange, ref }: Props) {
  return (
    <TextInput
      ref={ref}
      ml="auto"
      leftSection={<IconSearch size={14} />}
      placeholder={label}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
