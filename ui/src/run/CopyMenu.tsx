import { Button, Menu } from "@mantine/core";
import { IconCheck, IconChevronDown, IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import { request, workspacePath } from "../api/client";
import type { Run, RunLog } from "../api/types";
import { useSlug } from "../router";
import { rerunBody } from "../runs/actions";
import { asCurl, asPython } from "./snippets";

/** A menu that copies the run as a command, a program or JSON. */
export function CopyMenu({ run }: { run: Run }) {
  const slug = useSlug();
  const [copied, setCopied] = useState(false);
  const copyText = async (text: string) => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  const loadBody = async () =>
    rerunBody(run, (await request<RunLog>(workspacePath(slug, `/agent-runs/${run.id}/log`))).parts);
  const path = run.sessionId ? `/agent-sessions/${run.sessionId}/messages` : "/agent-runs";
  const { origin } = window.location;
  return (
    <Menu>
      <Menu.Target>
        <Button
          leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          rightSection={<IconChevronDown size={13} />}
        >
          {copied ? "Copied" : "Copy"}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          onClick={() =>
            void loadBody().then((body) => copyText(asCurl(`${origin}${workspacePath(slug, path)}`, body)))
          }
        >
          Copy as cURL
        </Menu.Item>
        <Menu.Item
          onClick={() =>
            void loadBody().then((body) =>
              copyText(asPython(body, { baseUrl: origin, workspace: slug, session: run.sessionId })),
            )
          }
        >
          Copy as Python
        </Menu.Item>
        <Menu.Item onClick={() => void copyText(JSON.stringify(run, null, 2))}>Copy as JSON</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
