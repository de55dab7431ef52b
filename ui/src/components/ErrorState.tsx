// Errors: one that replaces a page, and one next to the control that caused it.

import { Button } from "@mantine/core";
import { IconAlertTriangle, IconPlugConnectedX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { ApiError, isMissing, NetworkError } from "../api/client";
import { queryKeys } from "../api/queryKeys";
import type { SignedIn } from "../api/types";
import { errorText, sentence, tagText } from "../labels/format";
import css from "./states.module.css";

export function ErrorState({ error, retry }: { error: unknown; retry?: () => void }) {
  const me = useQueryClient().getQueryData<SignedIn>(queryKeys.signedIn());
  const { title, text } = explain(error, me?.tags ?? {});
  return (
    <div className={css.state} role="alert">
      <div className={css.icon}>
        {error instanceof NetworkError ? (
          <IconPlugConnectedX size={26} stroke={1.4} />
        ) : (
          <IconAlertTriangle size={26} stroke={1.4} />
        )}
      </div>
      <p className={css.title}>{title}</p>
      <div className={css.text}>{text}</div>
      {isMissing(error) && (
        <Button mt={12} component="a" href="/">
          Go to overview
        </Button>
      )}
      {retry && !isMissing(error) && !isDenied(error) && (
        <Button mt={12} onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** The error of a request, next to the control that sent it. */
export function ErrorMessage({ error }: { error: unknown }) {
  return error ? (
    <p role="alert" className="error">
      {errorText(error)}
    </p>
  ) : null;
}

function isDenied(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}

function explain(error: unknown, limits: Record<string, string>): { title: string; text: ReactNode } {
  if (error instanceof NetworkError) {
    return {
      title: "Cannot reach the server",
      text: (
        <>
          Check that <code className="mono">runwhy serve</code> is running. This page updates when the server is back.
        </>
      ),
    };
  }
  if (error instanceof ApiError && error.status === 404) {
    return {
      title: "Not found",
      text: (
        <>
          {sentence(error.message)} It may have been deleted, or it belongs to another workspace.
          {Object.keys(limits).length > 0 && ` Your key sees only data with ${tagText(limits)}.`}
        </>
      ),
    };
  }
  if (isDenied(error)) {
    return { title: "Permission denied", text: sentence(errorText(error)) };
  }
  return { title: "Something went wrong", text: sentence(errorText(error)) };
}

/** An error that no page handled. */
export function CrashPage({ error }: { error: unknown }) {
  return (
    <div style={{ padding: 40 }}>
      <ErrorState error={error} retry={() => window.location.reload()} />
    </div>
  );
}
