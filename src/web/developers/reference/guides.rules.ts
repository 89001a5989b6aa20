import { guidesText } from '#web/messages/en/guides.ts'
import { paths } from '#web/paths.ts'

export type GuideSlug = keyof typeof guidesText.guides

// The keys of a literal are its names, in the order in which guides are read.
export const guideSlugs = Object.keys(guidesText.guides) as readonly GuideSlug[]

export const isGuideSlug = (slug: string): slug is GuideSlug =>
  guideSlugs.some((one) => one === slug)

/** The guides before and after this one. */
export function neighborsOf(slug: GuideSlug) {
  const at = guideSlugs.indexOf(slug)
  return { previous: guideSlugs[at - 1], next: guideSlugs[at + 1] }
}

/** Without its first heading: the page has that as its h1. */
export const withoutTitle = (source: string) => source.replace(/^# .*\n+/, '')

/** Where a relative link of a guide leads in the dashboard; undefined for any other address. */
export function resolveGuideLink(address: string): string | undefined {
  if (address.startsWith('#')) return address
  const [, slug = '', anchor = ''] = /^\.\/([\w-]+)\.md(#.*)?$/.exec(address) ?? []
  return isGuideSlug(slug) ? paths.guide(slug) + anchor : undefined
}

/** The same id as GitHub gives to a heading, so that links with an anchor work in both places. */
export const headingId = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

/** What is above a block of code: "Python · receiver.py". */
export function formatCodeLabel(language: string, name: string): string {
  const names: Readonly<Record<string, string>> = guidesText.languages
  return [names[language] ?? language, name].filter(Boolean).join(' · ')
}
