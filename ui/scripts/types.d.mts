export function generate(document: unknown): string;
