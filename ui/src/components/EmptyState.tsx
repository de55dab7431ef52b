import type { ReactNode } from "react";
import css from "./states.module.css";

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  icon?: ReactNode;
  page?: boolean; // whether it is all of the page, so that its title is the heading
}

export function EmptyState({ title, children, icon, page }: EmptyStateProps) {
  const Title = page ? "h1" : "p";
  return (
    <div className={css.state}>
      {icon && <div className={css.icon}>{icon}</div>}
      <Title className={css.title}>{title}</Title>
      {children && <div className={css.text}>{children}</div>}
    </div>
  );
}
