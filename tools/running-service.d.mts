import type { ChildProcess } from 'node:child_process'

export interface RunningService {
  readonly url: string
  readonly child: ChildProcess
  /** Sends the signal (SIGTERM by default) and resolves with the exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
  readonly ended: Promise<number | null>
}

export function freePort(): Promise<number>
/** Starts the built service with its data in `folder` and waits until it is ready. */
export function startService(
  folder: string,
  settings?: Record<string, string>,
): Promise<RunningService>
/** The API key that the first start wrote to the folder. */
export function ownerKey(folder: string): string
/** Runs the built command line on the folder of a stopped service and returns its output. */
export function runCli(folder: string, settings: Record<string, string>, ...args: string[]): string
