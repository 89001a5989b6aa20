import { foldCase } from '#service/search-text.rules.ts'

/** Tags are case-insensitive. */
export const tagKey = (name: string): string => name.normalize('NFC').toLowerCase().normalize('NFC')

export const nameKey = (name: string): string => foldCase(name)
