// What a page says when there is nothing, not yet, or something went wrong.

import { Button } from "@mantine/core";
import { IconAlertTriangle, IconPlugConnectedX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ApiError, isMissing, Unreachable } from "../api/client";
import { errorText } from "../words/format";
import css from "./states.module.css";

export function Empty({ title, children, icon }: { title: string; children?: ReactNode; icon?: ReactNode }) {
  return (
    <div className={css.state}>
      {icon && <div className={css.icon}>{icon}</div>}
      <p className={css.title}>{title}</p>
      {children && <div className={css.text}>{children}</div>}
    </div>
  );
}

export function Failed({ error, retry }: { error: unknown; retry?: () => void }) {
  const { title, text } = advice(error);
  return (
    <div className={css.state} role="alert">
      <div className={css.icon}>
        {error instanceof Unreachable ? <IconPlugConnectedX size={26} stroke={1.4} /> : <IconAlertTriangle size={26} stroke={1.4} />}
      </div>
      <p className={css.title}>{title}</p>
      <div className={css.text}>{text}</div>
      {isMissing(error) && <Button mt={12} component="a" href="/">Go to the runs</Button>}
      {retry && !isMissing(error) && (
        <Button mt={12} onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** Why something that was asked for was not done, beside where it was asked for. */
export function Wrong({ error }: { error: unknown }) {
  return error ? <p role="alert" className="wrong">{errorText(error)}</p> : null;
}

function sentence(text: string): string {
  return text && `${text[0]!.toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

function advice(error: unknown): { title: string; text: ReactNode } {
  if (error instanceof Unreachable) {
    return { title: "The server does not answer", text: <>Is <code className="mono">runwhy serve</code> still running? This page goes on by itself when it is back.</> };
  }
  if (error instanceof ApiError && error.status === 404) {
    return { title: "Not found", text: <>{sentence(error.message)} It may have been removed, or belongs to another workspace.</> };
  }
  if (error instanceof ApiError && error.status === 403) {
    return { title: "Your key may not do this", text: error.message };
  }
  return { title: "Something went wrong", text: errorText(error) };
}

export function Crashed({ error }: { error: unknown }) {
  return (
    <div style={{ padding: 40 }}>
      <Failed error={error} retry={() => window.location.reload()} />
    </div>
  );
}

/** Grey lines where rows will be. */
export function LoadingRows({ rows = 8, height = 44 }: { rows?: number; height?: number }) {
  return (
    <div role="status" aria-label="Loading" className={css.loading}>
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} className={css.bone} style={{ height, opacity: 1 - i / (rows + 1) }}>
          <span style={{ width: `${35 + ((i * 37) % 30)}%` }} />
          <span style={{ width: "10%" }} />
          <span style={{ width: "6%" }} />
        </div>
      ))}
    </div>
  );
}
