import { conflict } from '#service/refusal.ts'
import { foldCase } from '#service/search-text.rules.ts'

/** `Mobile App!` becomes `mobile-app`. */
export const slugify = (name: string, separator: '-' | '_', fallback: string): string =>
  (foldCase(name).match(/[a-z0-9]+/g) ?? [fallback]).join(separator).slice(0, 90)

/** The first unused of `mobile`, `mobile-2`, `mobile-3` … */
export function firstAvailable(
  base: string,
  separator: '-' | '_',
  used: ReadonlySet<string>,
): string {
  if (!used.has(base)) return base
  for (let count = 2; ; count++) {
    const candidate = `${base}${separator}${count}`
    if (!used.has(candidate)) return candidate
  }
}

export const nameTaken = (field: string, id: string) =>
  conflict('name_taken', `This ${field} belongs to ${id}.`, { field: `/${field}`, id })
