/**
 * Names with the same key are one: of boards, statuses, tags, labels and addresses of portal users. Zod-free. The database
 * has the keys, so that another rule needs a migration.
 */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase()

/**
 * A character that is seen: neither white space nor a control, nor one that only joins or turns others, nor the empty
 * Braille cell. The signs of numbers in Arabic and Syriac are format characters that are seen.
 */
const visibleCharacter =
  /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]|[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2]/u

/** A name of white space and zero-width characters would be none. */
export const hasVisibleCharacter = (name: string): boolean => visibleCharacter.test(name)
