import { foldCase } from '#service/search-text.rules.ts'

/** Tags are the same without regard to case; the first spelling is shown. */
export const tagKey = (name: string): string => name.normalize('NFC').toLowerCase().normalize('NFC')

/** What names sort by. */
export const nameKey = (name: string): string => foldCase(name)
