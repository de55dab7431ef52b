import { ActionIcon, CopyButton as MantineCopyButton, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";

export function CopyButton({ text, label }: { text: string; label: string }) {
  return (
    <MantineCopyButton value={text}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? "Copied" : label}>
          <ActionIcon
            size="sm"
            aria-label={copied ? "Copied" : label}
            onClick={(event) => {
              event.preventDefault();
              copy();
            }}
          >
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} stroke={1.6} />}
          </ActionIcon>
        </Tooltip>
      )}
    </MantineCopyButton>
  );
}
