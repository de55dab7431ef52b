import { Button, Menu } from "@mantine/core";
import { IconCheck, IconChevronDown, IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import { at, call } from "../api/client";
import type { LogPart, Run } from "../api/types";
import { useSlug } from "../router";
import { againBody } from "../runs/actions";
import { asCurl, asPython } from "../words/snippets";

/** The run as a command, as a program, or as data. */
export function CopyAs({ run }: { run: Run }) {
  const slug = useSlug();
  const [copied, setCopied] = useState(false);
  const put = async (text: string) => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  const body = async () => againBody(run, (await call<{ parts: LogPart[] }>(at(slug, `/agent-runs/${run.id}/log`))).parts);
  const path = run.sessionId ? `/agent-sessions/${run.sessionId}/messages` : "/agent-runs";
  const { origin } = window.location;
  return (
    <Menu>
      <Menu.Target>
        <Button leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />} rightSection={<IconChevronDown size={13} />}>
          {copied ? "Copied" : "Copy"}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void body().then((it) => put(asCurl(`${origin}${at(slug, path)}`, it)))}>as cURL</Menu.Item>
        <Menu.Item onClick={() => void body().then((it) => put(asPython(it, { baseUrl: origin, workspace: slug, session: run.sessionId })))}>as Python</Menu.Item>
        <Menu.Item onClick={() => void put(JSON.stringify(run, null, 2))}>as JSON</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
