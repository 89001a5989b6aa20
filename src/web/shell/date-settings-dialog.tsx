import { useEffect, useState } from 'react'

import { firstDayOfWeek, startOfWeek, toUtcDate } from '#contract/plain-date.rules.ts'
import { cityOf } from '#contract/zoned-time.rules.ts'
import { dateSettingsText as text } from '#web/messages/en/date-settings.ts'
import {
  type Preference,
  setPreference,
  setTextPreference,
  usePreference,
  useTextPreference,
} from '#web/session/preferences.ts'
import {
  currentZoneName,
  listTimeZones,
  prepareAbbreviations,
} from '#web/ui/date/time-zones.rules.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import type { ComboboxOption } from '#web/ui/form/combobox.rules.ts'
import { Combobox } from '#web/ui/form/combobox.tsx'
import { RadioList } from '#web/ui/form/radio-list.tsx'
import { displayLocale, formatExactTime, useDateSettings } from '#web/ui/format.ts'
import { whenIdle } from '#web/ui/lazy-chunk.tsx'
import { now } from '#web/ui/server-time.ts'

/** The texts are English, so these are the ways of English texts to write numbers and dates. */
const LOCALES =
  'en-AU en-AT en-BE en-CA en-DK en-FI en-DE en-HK en-IN en-IE en-IL en-MT en-NL en-NZ en-NG en-PK en-PH en-SG en-SI en-ZA en-SE en-CH en-GB en-US'.split(
    ' ',
  )
/** An option needs an id, and the preference is empty then. */
const BROWSER = 'auto'

/** Time zone, locale and first day of the week of the person. Each choice applies at once. */
export function DateSettingsDialog({ onClose }: { onClose: () => void }) {
  useDateSettings()
  return (
    <Dialog title={text.title} onClose={onClose}>
      <TimeZoneChoice />
      <LocaleChoice />
      <FirstDayChoice />
      <p className="text-meta text-ink-2">{text.device}</p>
    </Dialog>
  )
}

function TimeZoneChoice() {
  const chosen = currentZoneName(useTextPreference('time_zone'))
  const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const [options] = useState(() => [
    {
      id: BROWSER,
      label: text.browserZone(cityOf(currentZoneName(browserZone))),
    },
    ...listTimeZones(displayLocale),
  ])
  useEffect(() => prepareAbbreviations(options.slice(1), displayLocale, whenIdle), [options])
  const [moment] = formatExactTime(now()).split(' (')
  return (
    <Combobox<ComboboxOption>
      label={text.timeZone}
      hint={text.now(moment ?? '')}
      isRequired
      options={options}
      value={options.find(({ id }) => id === chosen) ?? options[0] ?? null}
      onChange={(option) => option && setTextPreference('time_zone', storedId(option))}
    />
  )
}

const storedId = ({ id }: ComboboxOption) => (id === BROWSER ? '' : id)

function LocaleChoice() {
  const chosen = useTextPreference('locale')
  const [options] = useState(() => {
    const names = new Intl.DisplayNames('en', { type: 'region' })
    const nameOf = (locale: string) => names.of(new Intl.Locale(locale).maximize().region ?? '')
    const option = (id: string) => ({ id, label: nameOf(id) ?? id, detail: sampleOf(id) })
    const browser = navigator.languages.find((one) => one.startsWith('en')) ?? 'en-GB'
    return [
      { ...option(browser), id: BROWSER, label: text.browserLocale(nameOf(browser) ?? browser) },
      ...LOCALES.map(option),
    ]
  })
  const current = options.find(({ id }) => id === chosen) ?? options[0]
  return (
    <Combobox<ComboboxOption>
      label={text.locale}
      hint={current?.detail}
      isRequired
      options={options}
      value={current ?? null}
      onChange={(option) => option && setTextPreference('locale', storedId(option))}
    />
  )
}

const sampleOf = (locale: string): string =>
  [
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(now()),
    new Intl.NumberFormat(locale).format(1234.5),
  ].join(' · ')

function FirstDayChoice() {
  const days = ['1', '6', '0'] as const
  const byRegion = weekdayName(firstDayOfWeek(displayLocale))
  return (
    <RadioList<Preference<'first_day'>>
      legend={text.firstDay}
      value={usePreference('first_day')}
      onChange={(value) => setPreference('first_day', value)}
      options={[
        { value: 'auto', label: text.localeDay(byRegion) },
        ...days.map((value) => ({ value, label: weekdayName(Number(value)) })),
      ]}
    />
  )
}

const weekdayName = (day: number): string =>
  new Intl.DateTimeFormat(displayLocale, { weekday: 'long', timeZone: 'UTC' }).format(
    toUtcDate(startOfWeek('2025-11-27', day)),
  )
