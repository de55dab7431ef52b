// Form fields of each kind of trigger.

import { PasswordInput, Select, Textarea, TextInput } from "@mantine/core";
import { TimeZoneField } from "../components/TimeZoneField";
import type { Draft } from "./draft";
import { SchedulePreview } from "./SchedulePreview";
import css from "./triggerForm.module.css";
import { CATCH_UPS, OVERLAPS, SCHEMES } from "./labels";

export interface Fields {
  draft: Draft;
  set: (some: Partial<Draft>) => void;
  error: (...fields: string[]) => string | undefined;
}

export function CronFields({ draft, set, error }: Fields) {
  return (
    <>
      <div className={css.two}>
        <TextInput
          label="Schedule"
          placeholder="0 2 * * *"
          size="sm"
          classNames={{ input: "mono" }}
          autoComplete="off"
          spellCheck={false}
          value={draft.schedule}
          error={Boolean(error("schedule"))} // the preview says why
          onChange={(event) => set({ schedule: event.target.value })}
        />
        <TimeZoneField value={draft.timezone} error={error("timezone")} onChange={(timezone) => set({ timezone })} />
      </div>
      <SchedulePreview schedule={draft.schedule} timezone={draft.timezone} />
      <details className={css.more}>
        <summary>Overlap, missed times and failures</summary>
        <div className={css.two}>
          <Select
            label="If the previous run is still active"
            size="sm"
            allowDeselect={false}
            data={OVERLAPS}
            value={draft.overlap}
            error={error("overlap")}
            onChange={(overlap) => set({ overlap: overlap ?? "skip" })}
          />
          <Select
            label="Missed times"
            size="sm"
            allowDeselect={false}
            data={CATCH_UPS}
            value={draft.catchUp}
            error={error("catchUp")}
            onChange={(catchUp) => set({ catchUp: catchUp ?? "none" })}
          />
          <TextInput
            label="Pause after consecutive failures"
            description="0 to never pause"
            inputMode="numeric"
            size="sm"
            value={draft.failures}
            error={error("pauseAfterFailures")}
            onChange={(event) => set({ failures: event.target.value })}
          />
        </div>
      </details>
    </>
  );
}

export function WebhookFields({ draft, set, error }: Fields) {
  const schemes = Object.entries(SCHEMES).map(([value, label]) => ({ value, label }));
  return (
    <>
      <div className={css.two}>
        <Select
          label="Verification"
          size="sm"
          allowDeselect={false}
          data={schemes}
          value={draft.verify}
          error={error("verify")}
          onChange={(verify) => set({ verify: verify ?? "standard" })}
        />
        <TextInput
          label="Environment variable with the secret"
          placeholder={
            draft.verify === "slack" || draft.verify === "stripe"
              ? "RUNWHY_WEBHOOK_SECRET"
              : "Empty: a secret is generated"
          }
          size="sm"
          classNames={{ input: "mono" }}
          value={draft.secretEnv}
          error={error("secretEnv")}
          onChange={(event) => set({ secretEnv: event.target.value })}
        />
        <PasswordInput
          label="Secret"
          description="Alternative to the variable. Stored on the server, never shown."
          autoComplete="new-password"
          value={draft.secret}
          error={error("secret")}
          onChange={(event) => set({ secret: event.target.value })}
        />
        {draft.verify === "token" && (
          <TextInput
            label="Token header"
            description="Default: Authorization or X-Runwhy-Token"
            size="sm"
            value={draft.tokenHeader}
            error={error("tokenHeader")}
            onChange={(event) => set({ tokenHeader: event.target.value })}
          />
        )}
      </div>
      <Textarea
        label="Tags from the payload"
        description="One per line: key=JMESPath expression"
        placeholder={"repo=repository.name\nbranch=ref"}
        autosize
        minRows={2}
        classNames={{ input: "mono" }}
        value={draft.tagsFrom}
        error={error("tagsFrom")}
        onChange={(event) => set({ tagsFrom: event.target.value })}
      />
      <Textarea
        label="Prompt template"
        description="{{expression}} is replaced with the result of the JMESPath expression"
        placeholder="Review the push to {{repository.name}} by {{pusher.name}}."
        autosize
        minRows={1}
        value={draft.template}
        error={error("promptTemplate")}
        onChange={(event) => set({ template: event.target.value })}
      />
    </>
  );
}

export function TelegramFields({ draft, set, error }: Fields) {
  return (
    <div className={css.two}>
      <TextInput
        label="Environment variable with the bot token"
        placeholder="RUNWHY_TELEGRAM_TOKEN"
        size="sm"
        classNames={{ input: "mono" }}
        value={draft.tokenEnv}
        error={error("tokenEnv")}
        onChange={(event) => set({ tokenEnv: event.target.value })}
      />
      <PasswordInput
        label="Bot token"
        description="Alternative to the variable. Stored on the server, never shown."
        autoComplete="new-password"
        value={draft.token}
        error={error("token")}
        onChange={(event) => set({ token: event.target.value })}
      />
      <TextInput
        label="Allowed chat IDs"
        description="Messages from other chats are ignored"
        placeholder="123456, -100987"
        size="sm"
        value={draft.chats}
        error={error("allowedChatIds")}
        onChange={(event) => set({ chats: event.target.value })}
      />
      <TextInput
        label="Inbox chat ID"
        description="Chat that is notified of inbox items. Empty for none."
        placeholder="123456"
        size="sm"
        value={draft.inboxChat}
        error={error("inboxChatId")}
        onChange={(event) => set({ inboxChat: event.target.value })}
      />
      <TextInput
        label="Inbox user IDs"
        description="Telegram users whose buttons decide about approvals"
        placeholder="123456, 987654"
        size="sm"
        value={draft.inboxUsers}
        error={error("inboxUserIds")}
        onChange={(event) => set({ inboxUsers: event.target.value })}
      />
    </div>
  );
}
