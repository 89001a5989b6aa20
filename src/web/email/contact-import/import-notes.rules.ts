import type { ImportWarning } from '#client/importers/core/import-plan.ts'
import { contactImportText as text } from '#web/messages/en/contact-import.ts'

type Sentence = (count: number, ...parts: readonly string[]) => string

const { notes } = text
/** The notes of the contacts importer, which a unit test reads from its plans. */
const sentences: readonly (readonly [RegExp, Sentence])[] = [
  [/^duplicate email address/, notes.repeated],
  [/^status: missing, pending because/, notes.pending],
  [/^status: missing, (\w+) from the option --status$/, notes.chosenStatus],
  [/^status: missing, (\w+) from (.+)$/, notes.inferredStatus],
  [/^status: (\w+) in an earlier row, kept$/, notes.earlierStatus],
  [/^status: (\w+) in the file, (\w+) here, and stays so$/, notes.keptStatus],
  [/^consent: no column/, notes.noConsent],
  [/^consent: opted out, unsubscribed$/, notes.optedOut],
  [/^consent: empty or not understood, (\w+)$/, notes.unknownConsent],
  [/^this server has no import mode/, notes.noImportMode],
  [/^(.+): no time zone, read as (.+)$/, notes.noTimeZone],
  [/^(.+): not a date, kept/, notes.notDate],
  [/^(.+): in the future, kept/, notes.futureDate],
  [/^(.+): control characters removed$/, notes.controlCharacters],
  [/^(.+): duplicate, the column is used$/, notes.columnUsed],
  [/^(.+): not a JSON object, /, notes.notJson],
  [/^(.+): each key became a field$/, notes.jsonKeys],
  [/^(.+): invalid field name, omitted$/, notes.invalidKey],
  [/^(.+): imported as JSON$/, notes.nestedJson],
]

/** A note of the importer as a sentence for people; one without a sentence keeps the importer's words. */
export function formatNote({ what, count }: Pick<ImportWarning, 'what' | 'count'>): string {
  for (const [pattern, format] of sentences) {
    const match = pattern.exec(what)
    if (match) return format(count, ...match.slice(1))
  }
  return notes.other(count, what)
}
