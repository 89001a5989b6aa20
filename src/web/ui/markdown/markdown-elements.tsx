import Square from 'lucide-react/icons/square'
import SquareCheck from 'lucide-react/icons/square-check'
import type { ReactNode } from 'react'

import { markdownText } from '#web/messages/en/markdown.ts'
import { Icon } from '#web/ui/icon.tsx'
import { shiftHeading, toImageUrl, toSafeUrl } from './markdown.rules.ts'

interface SafeLinkProps {
  readonly address: string | undefined
  readonly children: ReactNode
}

/** A link that opens apart; only its text when the address is not one to follow. */
export function SafeLink({ address = '', children }: SafeLinkProps) {
  const href = toSafeUrl(address)
  if (!href) return children
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="rounded-chip break-words text-accent-ink underline"
    >
      {children}
    </a>
  )
}

/** An image over https; any other address is a link. */
export function MarkdownImage({
  address = '',
  alt,
}: {
  address: string | undefined
  alt: string | null | undefined
}) {
  const src = toImageUrl(address)
  const text = alt || markdownText.image
  if (!src) return <SafeLink address={address}>{text}</SafeLink>
  return (
    <img
      src={src}
      alt={alt ?? ''}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      className="inline-block h-auto max-w-full rounded-control"
    />
  )
}

interface MarkdownHeadingProps {
  readonly id?: string | undefined
  readonly className?: string | undefined
  readonly depth: number
  readonly level: number
  readonly children: ReactNode
}

const headingTags = ['h2', 'h3', 'h4', 'h5', 'h6'] as const

export function MarkdownHeading({ id, className, depth, level, children }: MarkdownHeadingProps) {
  const Tag = headingTags[shiftHeading(depth, level) - 2] ?? 'h6'
  return (
    <Tag
      id={id}
      dir="auto"
      className={className ?? `mt-2 first:mt-0 ${depth < 3 ? 'text-section' : 'font-semibold'}`}
    >
      {children}
    </Tag>
  )
}

/** The box of a task in a list. */
export const ListMark = ({ isChecked }: { isChecked: boolean }) => (
  <Icon
    of={isChecked ? SquareCheck : Square}
    size={15}
    label={isChecked ? markdownText.done : markdownText.open}
    className="me-1.5 inline-block align-[-2px] text-ink-3"
  />
)

interface MarkdownTableProps {
  readonly align: readonly (string | null)[]
  /** The first has the titles of the columns. */
  readonly rows: readonly (readonly ReactNode[])[]
}

const alignments: Readonly<Record<string, string>> = {
  left: 'text-start',
  center: 'text-center',
  right: 'text-end',
}

export function MarkdownTable({ align, rows: [head = [], ...rows] }: MarkdownTableProps) {
  const cell = (column: number) =>
    `border-b border-line px-2 py-1.5 ${alignments[align[column] ?? ''] ?? 'text-start'}`
  return (
    <div role="region" aria-label={markdownText.table} tabIndex={0} className="overflow-x-auto">
      <table className="text-cell">
        <thead>
          <tr>
            {head.map((title, column) => (
              <th key={column} scope="col" dir="auto" className={`${cell(column)} font-semibold`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {head.map((_, column) => (
                <td key={column} dir="auto" className={cell(column)}>
                  {row[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
