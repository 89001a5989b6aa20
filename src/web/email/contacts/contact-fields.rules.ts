import type { Contact } from '#client/resources.ts'
import { formatStatus } from '#web/ui/pill.tsx'

const givenNames = ['first_name', 'fname', 'name']
const familyNames = ['last_name', 'lname']
/** What most lists keep, most telling first. */
const telling = [...givenNames, ...familyNames, 'company', 'city', 'country']

const fieldKey = (name: string) => {
  const words = name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1_$2').replaceAll(/[\s-]+/gu, '_')
  return words.toLowerCase()
}

const rankOf = (name: string) => {
  const index = telling.indexOf(fieldKey(name))
  return index === -1 ? telling.length : index
}

/** The given and the family name of a contact, as far as they are known; else an empty text. */
export function contactName({ fields }: Pick<Contact, 'fields'>): string {
  const find = (keys: readonly string[]) =>
    Object.entries(fields).find(([name, value]) => value && keys.includes(fieldKey(name)))?.[1]
  return [find(givenNames), find(familyNames)].filter(Boolean).join(' ')
}

/** The merge fields of some contacts: those that people know others by first, then by how many contacts have them. */
export function fieldNames(contacts: readonly Pick<Contact, 'fields'>[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { fields } of contacts)
    for (const name of Object.keys(fields)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .toSorted(([a, many], [b, few]) => rankOf(a) - rankOf(b) || few - many)
    .map(([name]) => name)
}

/** The value of a merge field. One may be called `__proto__` or `constructor`. */
export const fieldValue = (fields: Contact['fields'], name: string): string | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

/** "first_name" is "First name". A name that would lose characters stays: `__proto__` is not "Proto". */
export function fieldLabel(name: string): string {
  const label = formatStatus(name)
  return label.length < name.length ? name : label
}

/** The labels of the fields of a list: two fields that would have the same one keep their names. */
export function fieldLabels(names: readonly string[]): ReadonlyMap<string, string> {
  const readable = names.map(fieldLabel)
  return new Map(
    names.map((name, index) => {
      const label = readable[index] ?? name
      const isUnique = readable.filter((one) => one === label).length === 1
      return [name, isUnique ? label : name]
    }),
  )
}
