import type { LaunchOptions } from '@playwright/test'

/** Resolves with the path of a browser that is there already. */
export function findInstalledBrowser(): Promise<string | undefined>
/** Resolves with the path of a browser, installing one if needed; the error says what to do. */
export function findBrowser(): Promise<string>
export function launchOptions(executablePath: string): LaunchOptions
