interface Version {
  readonly version: string
  readonly news: readonly string[]
}

/** The versions of a changelog with their lines for people who use the dashboard, without code marks. */
export function newsIn(changelog: string): Version[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((part) => ({ version: firstLine(part), news: dashboardLines(part) }))
    .filter(({ news }) => news.length > 0)
}

const firstLine = (text: string) => text.split('\n')[0]?.trim() ?? ''

function dashboardLines(version: string): string[] {
  const section = version.split(/^### /m).find((part) => /dashboard/i.test(firstLine(part)))
  return (section ?? '')
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => line.slice(2).replaceAll('`', ''))
}
