import { idOf, isObject } from '#client/importers/formats/json-values.ts'
import type { FeedbackReading } from './feedback-builder.ts'

interface Account {
  readonly ref: string
  readonly name: string
  readonly bot: boolean
}

/** Somebody of a GitHub dump: a login, an object with one, or nothing when the account is deleted. */
export function accountOf(value: unknown): Account {
  const login = idOf(isObject(value) ? value['login'] : value)
  if (login === undefined || login === 'ghost')
    return { ref: 'github:ghost', name: 'Deleted user', bot: false }
  const { name, type, is_bot } = isObject(value) ? value : {}
  return {
    ref: `github:${login}`,
    name: idOf(name) ?? login,
    bot: type === 'Bot' || is_bot === true || login.endsWith('[bot]'),
  }
}

export function userFrom(reading: FeedbackReading, value: unknown): string {
  const { ref, name, bot } = accountOf(value)
  return reading.user({ ref, external_id: ref, name, bot })
}

/** Undefined when nobody is named. */
export function memberFrom(reading: FeedbackReading, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  const { ref, name } = accountOf(value)
  return reading.member({ external_ref: ref, name })
}

/** Those who may decide: what they write is the team's word. */
export const isOfTheTeam = (association: unknown) =>
  association === 'MEMBER' || association === 'OWNER'
