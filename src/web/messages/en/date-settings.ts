/** The dialog that sets zone, locale and first day of the week. */
export const dateSettingsText = {
  title: 'Dates and times',
  timeZone: 'Time zone',
  browserZone: (city: string) => `Same as this browser (${city})`,
  now: (moment: string) => `It’s now ${moment}.`,
  locale: 'Numbers and dates as in',
  browserLocale: (region: string) => `Same as this browser (${region})`,
  firstDay: 'First day of the week',
  localeDay: (day: string) => `By region (${day})`,
  device: 'Saved on this device and applied in every open tab.',
}
