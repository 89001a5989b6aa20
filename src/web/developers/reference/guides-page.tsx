import BookOpen from 'lucide-react/icons/book-open'
import { useEffect } from 'react'
import { Link, NavLink, useLocation, useParams } from 'react-router-dom'

import { guidesText as text } from '#web/messages/en/guides.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { CodeBlock } from '#web/ui/copyable.tsx'
import { Lazy, lazyChunk } from '#web/ui/lazy-chunk.tsx'
import type { MarkdownElements, MarkdownView } from '#web/ui/markdown/markdown-view.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageState, Skeleton } from '#web/ui/page-states.tsx'
import {
  formatCodeLabel,
  type GuideSlug,
  guideSlugs,
  headingId,
  isGuideSlug,
  neighborsOf,
  resolveGuideLink,
  withoutTitle,
} from './guides.rules.ts'

/** The guides, or one of them. They need nothing of the server. */
export function Component() {
  const { slug } = useParams()
  if (slug === undefined) return <GuideList />
  if (isGuideSlug(slug)) return <Guide key={slug} slug={slug} />
  return (
    <PageState
      isPage
      state="missing"
      icon={BookOpen}
      title={text.missing}
      action={
        <Link to={paths.guides()} className={buttonClass('primary')}>
          {text.all}
        </Link>
      }
    >
      {text.missingDescription}
    </PageState>
  )
}

const linkClass =
  'grid gap-0.5 rounded-card border border-line bg-surface px-4 py-3 hover:border-line-strong hover:bg-hover pointer-coarse:min-h-11'

const GuideList = () => (
  <>
    <PageHeader title={text.title} area={text.developers} />
    <p className="mt-1 text-ink-2">{text.intro}</p>
    <ul className="mt-5 grid max-w-180 gap-2">
      {guideSlugs.map((slug) => (
        <li key={slug}>
          <Link to={paths.guide(slug)} className={linkClass}>
            <span className="font-medium text-ink">{text.guides[slug].title}</span>
            <span className="text-ink-2">{text.guides[slug].description}</span>
          </Link>
        </li>
      ))}
    </ul>
  </>
)

// The same files as in the repository, each in a chunk of its own.
const sources = import.meta.glob<string>('/docs/guides/*.md', { query: '?raw', import: 'default' })

interface GuideContent {
  readonly View: typeof MarkdownView
  readonly source: string
}

async function loadGuide(slug: GuideSlug): Promise<GuideContent> {
  const source = sources[`/docs/guides/${slug}.md`]
  if (!source) throw new Error(`docs/guides has no ${slug}.md.`)
  const [{ MarkdownView: View }, text] = await Promise.all([
    import('#web/ui/markdown/markdown-view.tsx'),
    source(),
  ])
  return { View, source: withoutTitle(text) }
}

const contents = new Map(guideSlugs.map((slug) => [slug, lazyChunk(() => loadGuide(slug))]))

function Guide({ slug }: { slug: GuideSlug }) {
  const content = contents.get(slug)
  return (
    <>
      <PageHeader
        title={text.guides[slug].title}
        area={text.developers}
        parent={{ label: text.title, to: paths.guides() }}
      />
      <div className="mt-5 grid items-start gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,45rem)_14rem]">
        <article className="grid max-w-180 min-w-0 grid-cols-1">
          {content && (
            <Lazy chunk={content} fallback={<Loading />}>
              {(loaded) => <GuideText {...loaded} />}
            </Lazy>
          )}
          <Neighbors slug={slug} />
        </article>
        <nav aria-label={text.title} className="sticky top-4 grid gap-0.5 max-xl:hidden">
          {guideSlugs.map((one) => (
            <NavLink
              key={one}
              to={paths.guide(one)}
              className="rounded-control px-2.5 py-1.5 text-cell text-ink-2 hover:bg-hover hover:text-ink aria-[current=page]:bg-pressed aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              {text.guides[one].title}
            </NavLink>
          ))}
        </nav>
      </div>
    </>
  )
}

const Loading = () => (
  <Skeleton label={text.loading}>
    <div className="h-[80dvh] rounded-card bg-sunken" />
  </Skeleton>
)

const headings: Readonly<Record<number, string>> = {
  2: 'mt-7 scroll-mt-4 font-display text-detail',
  3: 'mt-4 scroll-mt-4 font-display text-section',
}

const elements: MarkdownElements = {
  headingId,
  headingClass: (depth) => headings[depth],
  renderCode: (code, language, name) => (
    <div className="my-1">
      <CodeBlock label={formatCodeLabel(language, name)} code={code} />
    </div>
  ),
  renderLink: (address, children) => {
    const to = resolveGuideLink(address)
    return (
      to && (
        <Link to={to} className="rounded-chip text-accent-ink underline">
          {children}
        </Link>
      )
    )
  },
}

function GuideText({ View, source }: GuideContent) {
  const { hash } = useLocation()
  // The heading of an address with an anchor is there only now.
  useEffect(() => {
    if (hash) document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView()
  }, [hash])
  return (
    <div data-state="ready">
      <View source={source} headingLevel={1} elements={elements} />
    </div>
  )
}

function Neighbors({ slug }: { slug: GuideSlug }) {
  const { previous, next } = neighborsOf(slug)
  return (
    <nav
      aria-label={text.neighbors}
      className="mt-10 grid gap-2 border-t border-line pt-6 sm:grid-cols-2"
    >
      {previous && <Neighbor slug={previous} label={text.previous} />}
      {next && <Neighbor slug={next} label={text.next} />}
    </nav>
  )
}

const Neighbor = ({ slug, label }: { slug: GuideSlug; label: string }) => (
  <Link to={paths.guide(slug)} className={`${linkClass} last:sm:col-start-2 last:sm:text-end`}>
    <span className="text-meta text-ink-3">{label}</span>
    <span className="font-medium text-ink">{text.guides[slug].title}</span>
  </Link>
)
