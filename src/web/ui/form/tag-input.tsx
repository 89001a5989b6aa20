import { useState } from 'react'

import { controlsText as text } from '#web/messages/en/controls.ts'
import { MultiCombobox } from './combobox.tsx'
import type { FieldFrame } from './field.tsx'
import { splitTags, unquoteTag } from './split-tags.rules.ts'

interface TagInputProps extends FieldFrame {
  label: string
  values: readonly string[]
  onChange: (values: readonly string[]) => void
  /** Tags in use, offered while typing. */
  suggestions: readonly string[]
  placeholder?: string
  disabled?: boolean
  /** A dialog starts in it. */
  startsDialog?: boolean
  /** The longest tag, in characters. */
  maxLength?: number
}

const toOption = (tag: string) => ({ id: tag.toLowerCase(), label: tag })

/** Spaces around and inside a tag are one space; the first spelling of a tag wins. */
const normalizeTag = (tag: string) => tag.trim().replaceAll(/\s+/g, ' ')

/** Tags as chips: typed or pasted with commas between them, in quotes where they contain one, or chosen from those in use. */
export function TagInput(props: TagInputProps) {
  const { values, onChange, suggestions, maxLength = 64, issue, ...field } = props
  const [tooLong, setTooLong] = useState<string>()
  const add = (tags: readonly string[]) => {
    const spellings = new Map([...suggestions, ...values].map((tag) => [tag.toLowerCase(), tag]))
    const next = new Map<string, string>()
    for (const tag of tags.map(normalizeTag))
      if (tag !== '') next.set(tag.toLowerCase(), spellings.get(tag.toLowerCase()) ?? tag)
    const isTooLong = (tag: string) => [...tag].length > maxLength
    setTooLong([...next.values()].find(isTooLong))
    onChange([...next.values()].filter((tag) => !isTooLong(tag)))
  }
  return (
    <MultiCombobox
      {...field}
      issue={issue ?? (tooLong && text.tagTooLong(tooLong, maxLength))}
      options={suggestions.map(toOption)}
      values={values.map(toOption)}
      onChange={(options) => add(options.map(({ label }) => label))}
      createOption={(name) => toOption(normalizeTag(unquoteTag(name)))}
      split={splitTags}
    />
  )
}
