/** A column that says who wants no mail, or one that says who agreed to it. */
export type ConsentRole = 'opt_out' | 'opt_in'

interface ConsentName {
  /** Both when the name may mean either. */
  readonly roles: readonly ConsentRole[]
  /** Such a name may also be that of something else: its cells decide. */
  readonly isWeak: boolean
}

const mail = '(?:e ?)?mails?|mailings?|newsletters?|marketing'
const outNames = new RegExp(
  [
    String.raw`\bunsub(s|scribed?|scription|scribes)?\b`,
    String.raw`\bopt(ed|s)? ?outs?\b`,
    String.raw`\b(do|does) not (${mail}|contact|send|market)\b`,
    String.raw`\bno (${mail})\b`,
    String.raw`\b(${mail}) (disabled|blocked|stopped|off)\b`,
    String.raw`\bdisabled (${mail})\b`,
    String.raw`\b(block|black) ?list(ed)?\b`,
    String.raw`\bsuppress(ed|ion)?\b`,
    String.raw`\b(abgemeldet|abbestellt|widerrufen|désabonné|desinscrito|disiscritto)\b`,
  ].join('|'),
)
const inNames = new RegExp(
  [
    String.raw`\bopt(ed|s)? ?ins?\b`,
    String.raw`\bconsent(s|ed)?\b`,
    String.raw`\b(accepts|accepted|allows|receives) (${mail})\b`,
    String.raw`\b(${mail}) (permission|allowed|accepted|enabled|ok|on)\b`,
    String.raw`^(is )?subscribed( to (${mail}|us|list))?$`,
    String.raw`\b(einwilligung|consentement|consentimiento|consenso)\b`,
  ].join('|'),
)
const weakInNames = /^(newsletters?|mailings?|marketing|permission|gdpr|dsgvo|rgpd|subscription)$/
/** Names of another way to reach people, or of what goes with consent. */
const otherNames = /\b(sms|phones?|calls?|whatsapp|push|fax|reason|link|url|count|token|ip)\b/

/** Words of a header in small letters, also those of `doNotEmail`. */
const wordsOf = (header: string) =>
  header
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim()

/** What a name says of consent; undefined when it says nothing. */
export function consentOfName(header: string): ConsentName | undefined {
  const words = wordsOf(header).replaceAll(/\bdon ?t\b/g, 'do not')
  if (otherNames.test(words)) return undefined
  const roles: ConsentRole[] = []
  if (outNames.test(words)) roles.push('opt_out')
  if (inNames.test(words)) roles.push('opt_in')
  if (roles.length > 0) return { roles, isWeak: false }
  return weakInNames.test(words) ? { roles: ['opt_in'], isWeak: true } : undefined
}
