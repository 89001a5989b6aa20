import { later } from './later.tsx'

/** What the first paint does without: palette, help, recent changes, jobs. */
export const ShellLater = later(async () => (await import('./shell-parts.tsx')).ShellParts)
