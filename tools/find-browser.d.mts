import type { LaunchOptions } from '@playwright/test'

/** The path of a browser, installing one when there is none; rejects with a sentence that says what to do. */
export function findBrowser(): Promise<string>
export function launchOptions(executablePath: string): LaunchOptions
