import { later } from './deferred-component.tsx'

/** What the first paint does without: palette, help, recent changes, jobs. */
export const ShellLater = later(async () => (await import('./deferred-shell.tsx')).ShellParts)
