/** Texts of the date and time fields. */
export const dateText = {
  today: 'Today',
  tomorrow: 'Tomorrow',
  date: 'Date',
  time: 'Time',
  timeZone: 'Time zone',
  chooseDate: 'Choose date',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  invalidDate: (example: string) => `Enter a date, such as ${example}.`,
  invalidTime: (example: string) => `Enter a time, such as ${example}.`,
  tooEarly: (date: string) => `Choose ${date} or later.`,
  /** "Thursday 27 November at 09:30 in London". */
  moment: (day: string, time: string, city: string) => `${day} at ${time} in ${city}`,
  past: 'This time is in the past.',
  skipped: (time: string, day: string, city: string) =>
    `${time} doesn’t exist on ${day} in ${city}, because the clocks go forward.`,
  useTime: (time: string) => `Use ${time}`,
  repeated: (time: string, day: string, city: string) =>
    `${time} happens twice on ${day} in ${city}, because the clocks go back.`,
  whichTime: 'Which of the two',
  first: (zone: string) => `First, ${zone}`,
  second: (zone: string) => `Second, ${zone}`,
}
