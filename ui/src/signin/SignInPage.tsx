import { Button, PasswordInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError, call } from "../api/client";
import type { SignedIn } from "../api/types";
import { useTitle } from "../parts/title";
import { router } from "../router";
import { Banner } from "../shell/Banner";
import { errorText } from "../words/format";
import css from "./signin.module.css";

export function SignInPage() {
  const [key, setKey] = useState("");
  const client = useQueryClient();
  const { next } = useSearch({ strict: false }) as { next?: string };
  useTitle("Sign in");
  const signIn = useMutation({
    mutationFn: () => call<SignedIn>("/api/v1/session", { method: "POST", body: { key: key.trim() } }),
    onSuccess: (me) => {
      client.clear();
      client.setQueryData(["session"], me);
      const mine = `/w/${me.workspace.slug}/`;
      router.history.push(next?.startsWith(mine) ? next : `${mine}runs`);
    },
  });
  const wrong = signIn.error instanceof ApiError && signIn.error.status === 401;
  return (
    <>
      <Banner />
      <main className={css.page}>
        <form className={`panel ${css.box}`} onSubmit={(event) => { event.preventDefault(); if (key.trim()) signIn.mutate(); }}>
          <h1 className={css.title}>runwhy</h1>
          <p className="dim">Run AI agents from anywhere, and always know why.</p>
          <PasswordInput label="API key" description="It is sent once; a cookie stands for it afterwards." placeholder="whk_…" autoComplete="off" autoFocus value={key} onChange={(event) => setKey(event.target.value)}
            error={signIn.error ? (wrong ? "This key is not known here, or was revoked." : errorText(signIn.error)) : null} visibilityToggleButtonProps={{ "aria-label": "Show the key" }} />
          <Button type="submit" variant="filled" size="sm" loading={signIn.isPending} disabled={!key.trim()} fullWidth>Sign in</Button>
          <p className={css.help}>No key yet? Whoever runs the server makes one with <code className="mono">runwhy keys add NAME</code>.</p>
        </form>
      </main>
    </>
  );
}
