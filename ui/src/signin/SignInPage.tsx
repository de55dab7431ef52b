import { Button, PasswordInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError, request } from "../api/client";
import { queryKeys } from "../api/queryKeys";
import type { SignedIn } from "../api/types";
import { useDocumentTitle } from "../components/documentTitle";
import { router } from "../router";
import { CopyableText } from "../components/CopyableText";
import { ErrorMessage } from "../components/ErrorState";
import { Logo } from "../components/Logo";
import { ConnectionBanner } from "../shell/ConnectionBanner";
import { errorText, sentence } from "../labels/format";
import css from "./signin.module.css";

const COMMAND = "runwhy keys add dashboard --scope admin";

export function SignInPage() {
  const [key, setKey] = useState("");
  const client = useQueryClient();
  const { next } = useSearch({ strict: false }) as { next?: string };
  useDocumentTitle("Sign in");
  const signIn = useMutation({
    mutationFn: () => request<SignedIn>("/api/v1/session", { method: "POST", body: { key: key.trim() } }),
    onSuccess: (me) => {
      client.clear();
      client.setQueryData(queryKeys.signedIn(), me);
      const mine = `/w/${me.workspace.slug}/`;
      router.history.push(next?.startsWith(mine) ? next : "/");
    },
  });
  const rejected = signIn.error instanceof ApiError && signIn.error.status === 401;
  const ended = client.getQueryState(queryKeys.signedIn())?.error;
  return (
    <>
      <ConnectionBanner />
      <main className={css.page}>
        <form
          className={`panel ${css.box}`}
          onSubmit={(event) => {
            event.preventDefault();
            if (key.trim()) signIn.mutate();
          }}
        >
          <h1 className={css.title}>
            <Logo size={26} /> runwhy
          </h1>
          <p className="dim">Run AI agents from anywhere, and always know why.</p>
          {isExpired(ended) && !signIn.error && <ErrorMessage error={ended} />}
          <PasswordInput
            label="API key"
            description="The key is exchanged for a session cookie."
            placeholder="rwk_…"
            autoComplete="off"
            autoFocus
            value={key}
            onChange={(event) => setKey(event.target.value)}
            error={
              signIn.error
                ? rejected && !isExpired(signIn.error)
                  ? "Unknown or revoked API key."
                  : sentence(errorText(signIn.error))
                : null
            }
            visibilityToggleButtonProps={{ "aria-label": "Show key" }}
          />
          <Button type="submit" variant="filled" size="sm" loading={signIn.isPending} disabled={!key.trim()} fullWidth>
            Sign in
          </Button>
          <div className={css.help}>
            No key? Run this on the machine of the server, and sign in with the key that it prints:
            <CopyableText label="command" text={COMMAND} />
          </div>
        </form>
      </main>
    </>
  );
}

/** The message of an expired key contains the time of expiry. */
function isExpired(error: unknown): boolean {
  return error instanceof Error && error.message.includes(" expired on ");
}
