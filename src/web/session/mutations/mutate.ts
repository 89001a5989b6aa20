import type { QueryClient } from '@tanstack/react-query'

import { ifMatch, type Call } from '#client/api-client.ts'
import { ApiError } from '#client/api-error.ts'
import { keepsAnswer, mayDouble } from '#client/retry-policy.ts'
import type { Input, WriteName } from '#contract/endpoints.ts'
import { parseRequestLine } from '#contract/request-line.ts'
import { listeners, safely } from '#web/external-store.ts'
import type { Abilities } from '#web/session/capabilities.ts'
import { newId } from '#web/session/random-id.ts'
import type { WriteQueue } from './mutation-queue.ts'
import { createAttempts, unlessEnded } from './mutation-retry.ts'
import {
  outcomeOf,
  type Report,
  type Run,
  type Write,
  type WriteOptions,
  type WriteResult,
} from './mutation.ts'
import type { Undo } from './undo-history.ts'

export type { Report, Run, WriteOptions, WriteResult } from './mutation.ts'

interface RunParts {
  readonly call: Call
  readonly cache: QueryClient
  readonly queue: WriteQueue<Write>
  readonly abilities: Abilities
  readonly undo: Undo
  readonly anotherKey: () => Promise<boolean>
  /** Aborted when the session closes; nothing calls back from then on. */
  readonly signal: AbortSignal
}

export function createRun(parts: RunParts): Run {
  const { call, cache, queue, abilities, undo, signal } = parts
  const attempts = createAttempts(signal, parts.anotherKey)
  const reports = listeners<[Report]>()
  const leftBehind = createLeftBehind()

  const isKeyed = (name: WriteName) => abilities.can('idempotency') && keepsAnswer(name)

  /** Settles the headers once and sends with the same ones on every try, so that a lost answer is told again. */
  function send<N extends WriteName>(
    name: N,
    input: Input<N>,
    options: WriteOptions<N>,
    write: Write,
  ) {
    const keyed = isKeyed(name)
    const version = abilities.can('etag')
      ? (leftBehind.versionOf(name, input) ?? options.version?.())
      : undefined
    const sent = {
      signal,
      keepalive: options.keepalive,
      idempotency_key: keyed ? options.idempotency_key : undefined,
      if_match: version === undefined ? undefined : ifMatch(version),
    }
    return attempts({
      name,
      keyed,
      send: () => call(name, input, sent),
      isOvertaken: () => queue.newerThan(write) !== undefined,
    })
  }

  const start = <N extends WriteName>(
    name: N,
    input: Input<N>,
    options: WriteOptions<N>,
    resolve: (result: WriteResult<N>) => void,
  ) => {
    const change = options.undo && undo.record(options.undo)
    let result: WriteResult<N> = { state: 'dropped' }
    const outcome = outcomeOf({ options, change, settle: (settled) => void (result = settled) })
    const keyed = { ...options, idempotency_key: options.idempotency_key ?? newId() }
    // What may have been done is asked for under its old key; a refusal would only be told again.
    const again = ({ isLost }: ApiError) =>
      safely(options.again ?? (() => run(name, input, isLost ? keyed : options)))

    const perform = async () => {
      const output = await send(name, input, keyed, write)
      signal.throwIfAborted()
      // Merged before the cache asks for what became stale, so that no older answer is shown in between.
      const newer = queue.newerThan(write)
      if (newer) leftBehind.keep(name, input, output)
      else leftBehind.forget(name, input)
      outcome.accept(output, newer)
    }
    const write: Write = {
      scope: options.scope ?? newId(),
      replaces: options.replaces,
      beneath: undefined,
      giveWay: (newer) => {
        outcome.giveWay(write, newer)
        resolve(result)
      },
      left: () => resolve(result),
      send: async () => {
        try {
          await unlessEnded(abilities.settled, signal)
          if (!abilities.get().may_write) throw readOnly()
          await throughCache(cache, name, perform, options)
        } catch (error) {
          if (signal.aborted) return
          if (error instanceof ApiError && error.code === 'insufficient_scope') {
            abilities.learnReadOnly()
          }
          const newer = queue.newerThan(write)
          if (!newer && write.beneath) leftBehind.forget(name, input)
          const told = outcome.refuse(error, write, newer)
          if (told) reports.tell({ name, error: told, again: () => again(told) })
        }
      },
    }
    queue.add(write)?.giveWay(write)
  }

  const run = <N extends WriteName>(name: N, input: Input<N>, options: WriteOptions<N> = {}) =>
    new Promise<WriteResult<N>>((resolve) => start(name, input, options, resolve))

  return Object.assign(run, {
    isWriting: (scope?: string) => queue.pending(scope) > 0,
    pending: queue.pending,
    subscribe: queue.subscribe,
    mayDouble: (name: WriteName) => mayDouble(name, isKeyed(name)),
    onReport: reports.subscribe,
  })
}

/** As a mutation of the cache, so that `isMutating` sees it and what it made stale is asked again. */
const throughCache = <N extends WriteName>(
  cache: QueryClient,
  name: N,
  perform: () => Promise<void>,
  { stale = [] }: WriteOptions<N>,
) =>
  cache
    .getMutationCache()
    .build(cache, {
      mutationKey: [name],
      mutationFn: perform,
      meta: { stale },
      networkMode: 'always', // `attempts` waits for the network, and keeps the order.
      retry: false,
      gcTime: 60_000,
    })
    .execute(undefined)

const readOnly = () =>
  new ApiError({
    code: 'insufficient_scope',
    status: 403,
    message: 'This key can read but not change things.',
  })

/**
 * Versions that answers left behind without being merged, because a newer write of the same thing waits.
 * The cache still holds the older version, and a write guarded with that one would meet its own predecessor as a conflict.
 */
function createLeftBehind() {
  const versions = new Map<string, string>()
  return {
    versionOf: (name: string, input: object) => versions.get(thingOf(name, input) ?? ''),
    keep: (name: string, input: object, output: unknown) => {
      const thing = thingOf(name, input)
      const { id, version } = asResource(output)
      if (thing !== undefined && id === thing && version !== undefined) versions.set(thing, version)
    },
    /** The cache knows better again. */
    forget: (name: string, input: object) => void versions.delete(thingOf(name, input) ?? ''),
  }
}

/** The id a request line is about: the last one in its path. */
function thingOf(name: string, input: object): string | undefined {
  const param = parseRequestLine(name).params.at(-1)
  const id: unknown = param && new Map<string, unknown>(Object.entries(input)).get(param)
  return typeof id === 'string' ? id : undefined
}

function asResource(output: unknown): { id?: string; version?: string } {
  if (typeof output !== 'object' || output === null) return {}
  const { id, version } = { id: undefined, version: undefined, ...output }
  return typeof id === 'string' && typeof version === 'string' ? { id, version } : {}
}
