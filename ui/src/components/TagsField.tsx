import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import { tagsProblem } from "../query/tags";

type TagsFieldProps = Omit<TextInputProps, "onChange"> & { value: string; onChange: (text: string) => void };

/** A field for tags. Text that is not a tag is marked when the field is left, so that no tag is lost. */
export function TagsField({ value, onChange, error, ...others }: TagsFieldProps) {
  const [typed, setTyped] = useState(false);
  return (
    <TextInput
      label="Tags"
      placeholder="customer=acme env=prod"
      size="sm"
      {...others}
      value={value}
      error={(typed && tagsProblem(value)) || error}
      onChange={(event) => {
        setTyped(false);
        onChange(event.target.value);
      }}
      onBlur={() => setTyped(true)}
      onKeyDown={(event) => event.key === "Enter" && setTyped(true)}
    />
  );
}
