import { useEffect, useMemo, useState } from 'react'

import { shellText } from '#web/messages/en/shell.ts'
import { useSession } from '#web/session/session.ts'
import type { Asking } from './command-palette.tsx'
import { actionChoices, pageChoices } from './palette-commands.ts'
import {
  type PaletteItem,
  type ChoiceGroup,
  type PaletteQuery,
  rankMatches,
} from './palette-search.rules.ts'
import { searchRemote, isNothingToAsk, cachedChoices, recentChoices } from './palette-sources.ts'

const paletteText = shellText.palette
const AT_MOST = 8
const QUIET = 180

/** What is offered for a text. All but the last group is settled when the palette opens, so nothing moves later. */
export function usePaletteGroups(asked: PaletteQuery): { groups: ChoiceGroup[]; state: Asking } {
  const session = useSession()
  const [recent] = useState(() => recentChoices(session.connection.fingerprint))
  const [places] = useState(() => [...pageChoices(), ...cachedChoices(session.queryClient)])
  const [actions] = useState(() => actionChoices(session))
  const { found, state } = useLive(asked)

  const settled = useMemo(
    () => groupsOf(asked, { places, actions, recent }),
    // The parts of `asked`: it is another object after each key.
    [asked.kind, asked.text, places, actions, recent], // oxlint-disable-line react/exhaustive-deps
  )
  const known = new Set(settled.flatMap(({ choices }) => choices.map(({ id }) => id)))
  const live = found.filter(({ id }) => !known.has(id))
  return { groups: filled([...settled, { heading: paletteText.live, choices: live }]), state }
}

interface Offered {
  places: readonly PaletteItem[]
  actions: readonly PaletteItem[]
  recent: readonly string[]
}

function groupsOf(
  { kind, text }: PaletteQuery,
  { places, actions, recent }: Offered,
): ChoiceGroup[] {
  if (kind === 'contact') return []
  const act = { heading: paletteText.act, choices: rankMatches(actions, text, recent) }
  if (kind === 'actions') return [act]
  if (text) {
    const jump = rankMatches(places, text, recent).slice(0, AT_MOST)
    return filled([{ heading: paletteText.jump, choices: jump }, act])
  }
  const all = [...places, ...actions]
  const lately = recent.flatMap((id) => all.find((one) => one.id === id) ?? [])
  const fresh = (choices: readonly PaletteItem[]) => choices.filter((one) => !lately.includes(one))
  return filled([
    { heading: paletteText.recent, choices: lately },
    { heading: paletteText.jump, choices: fresh(places).slice(0, AT_MOST) },
    { heading: paletteText.act, choices: fresh(actions) },
  ])
}

const filled = (groups: ChoiceGroup[]) => groups.filter(({ choices }) => choices.length > 0)

interface Answered {
  question: string
  found: PaletteItem[]
  state: Asking
}

/** What the service answers, in the order it came; a newer text drops the answers to an older one. */
function useLive({ kind, text }: PaletteQuery) {
  const session = useSession()
  const question = `${kind} ${text}`
  const [answered, setAnswered] = useState<Answered>({ question, found: [], state: 'asking' })

  useEffect(() => {
    const drop = new AbortController()
    const told = (found: readonly PaletteItem[], state: Asking) => {
      if (drop.signal.aborted) return
      setAnswered((now) => {
        const before = now.question === question ? now.found : []
        const fresh = found.filter(({ id }) => before.every((one) => one.id !== id))
        return { question, found: [...before, ...fresh], state }
      })
    }
    if (isNothingToAsk({ kind, text })) return
    const timer = setTimeout(() => {
      searchRemote(session, { kind, text }, (found) => told(found, 'asking'), drop.signal).then(
        () => told([], 'done'),
        () => told([], 'failed'),
      )
    }, QUIET)
    return () => {
      drop.abort()
      clearTimeout(timer)
    }
  }, [session, question, kind, text])

  if (isNothingToAsk({ kind, text })) return { found: [], state: 'done' as const }
  if (answered.question !== question) return { found: [], state: 'asking' as const }
  return answered
}
