/** A column that says who opted out of mail, or one that says who agreed to it. */
export type ConsentRole = 'opt_out' | 'opt_in'

interface ConsentName {
  /** Both when the name may mean either. */
  readonly roles: readonly ConsentRole[]
  /** Such a name may also be that of something else: its cells decide. */
  readonly isWeak: boolean
}

/** Any of these between other words; `\b` knows no letters with accents. */
const anyOf = (...sources: readonly string[]) =>
  new RegExp(sources.map((source) => `(?<!\\p{L})(?:${source})(?!\\p{L})`).join('|'), 'u')

const mail = '(?:e ?)?mails?|mailings?|newsletters?|marketing'
const outNames = anyOf(
  'unsub(?:s|scribed?|scription|scribes)?',
  'opt(?:ed|s)? ?outs?',
  '(?:e?mail)?opt(?:ed)?outs?',
  `(?:do|does) not (?:allow )?(?:bulk )?(?:${mail}|contact|send|market)`,
  'donot(?:e?mail|contact)',
  `^no (?:${mail})`,
  `(?:${mail}) (?:disabled|blocked|stopped|off)`,
  `disabled (?:${mail})`,
  '(?:block|black) ?list(?:ed)?',
  'suppress(?:ed|ions?)?',
  'abgemeldet|abmeldung|abmeldedatum|abbestellt|widerruf|widerrufen',
  'désabonnée?|désinscrite?|desinscrito|disiscritt[oa]',
)
const inNames = anyOf(
  'opt(?:ed|s)? ?ins?',
  '(?:e?mail)?optins?',
  'consent(?:s|ed)?',
  `(?:accepts?|accepted|allows?|allowed|receives?) (?:${mail})`,
  `(?:${mail}) (?:not )?(?:permission|allowed|accepted|enabled|subscribed|abonniert|ok$)`,
  'einwilligung|consentement|consentimiento|consenso',
)
const subscribedName = new RegExp(`^(?:is )?subscribed(?: to (?:${mail}|us|list))?$`)
/** Beside a name of agreement, they turn it round. */
const negations = anyOf(
  'withdrawn|withdrawal|revoked|revocation|declined|denied|refused|removed',
  'objected|objection|expir\\p{L}+|until|ends?',
  '^(?:no|not|non|never|without)',
)
/** Anywhere else, nobody can tell what they belong to. */
const negatingWords = anyOf('no|not|non|never|without')
/** Both answers of a question, as forms append them to its name. */
const answerPair =
  /(?<!\p{L})(?:(?:yes|y|oui|sí|sì|si|ja|true|1) (?:or )?(?:no|n|non|nein|false|0)|(?:no|n|non|nein|false|0) (?:or )?(?:yes|y|oui|sí|sì|si|ja|true|1))(?![\p{L}\d])/gu
const weakInNames = /^(?:newsletters?|mailings?|marketing|permission|gdpr|dsgvo|rgpd)$/
const statusNames = new RegExp(
  `^state$|(?<!\\p{L})(?:${mail}|subscri\\p{L}+)(?!\\p{L}).* (?:status|state)$`,
  'u',
)
/** Other ways to reach people, and other things to agree to, unless mail is named beside them. */
const otherPurposes = anyOf(
  'sms|phones?|mobile|calls?|whatsapp|push|fax|post',
  'cookies?|photos?|images?|videos?|terms|privacy|policy|parental|medical|processing|research',
)
const namesMail = anyOf('e ?mails?|newsletters?')
/** What goes with consent, and is none. */
const otherNames = anyOf(
  'double|requested|sent|invited|pending',
  'reason|source|method|form|version|channel|page|type|text|wording|language',
  '(?:via|by)(?! (?:e ?)?mail)',
  'link|url|count|token|ips?|ids?',
)
const isOther = (words: string) =>
  otherNames.test(words) || (otherPurposes.test(words) && !namesMail.test(words))

/** Words of a header in small letters, also those of `doNotEmail`. */
const wordsOf = (header: string) =>
  header
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim()
    .replaceAll(/\bdon ?t\b/g, 'do not')
    .replaceAll(answerPair, '')
    .replaceAll(/ +/g, ' ')
    .trim()

/** What a name says of consent; undefined when it says nothing. */
export function consentOfName(header: string): ConsentName | undefined {
  const words = wordsOf(header)
  if (isOther(words)) return undefined
  const isOut = outNames.test(words)
  const isIn = inNames.test(words) || subscribedName.test(words)
  if (isIn && negations.test(words)) return { roles: ['opt_out'], isWeak: false }
  if (isIn && negatingWords.test(words)) return { roles: ['opt_out', 'opt_in'], isWeak: false }
  if (isOut || isIn)
    return {
      roles: [...(isOut ? (['opt_out'] as const) : []), ...(isIn ? (['opt_in'] as const) : [])],
      isWeak: false,
    }
  return weakInNames.test(words) ? { roles: ['opt_in'], isWeak: true } : undefined
}

/** Whether a column of this name may have statuses, beside one that is called `status`. */
export const isStatusName = (header: string): boolean => {
  const words = wordsOf(header)
  return statusNames.test(words) && !isOther(words)
}
