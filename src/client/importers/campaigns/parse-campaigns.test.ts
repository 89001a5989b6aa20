import { expect, test } from 'vitest'

import { formatNote } from '#client/importers/core/import-notes.ts'
import { planCampaigns } from './parse-campaigns.ts'

const plan = (text: string, time_zone = 'UTC') => planCampaigns(text, 'report.csv', { time_zone })
const only = (text: string, time_zone?: string) => plan(text, time_zone).campaigns[0]
const notes = (text: string) =>
  plan(text).findings.notes.map((note) => [formatNote(note), note.example])

/** In the form of Mailchimp's report of one campaign. */
const report = (
  more: string,
  links = '"Clicks by URL"\n"URL","Total Clicks","Unique Clicks"\n',
) => `Email Campaign Report
"Title:","Autumn, part 1"
"Subject Line:","What's new"
"Delivery Date/Time:","Tue, May 04, 2021 08:15"

"Overall Stats"
"Total Recipients:","1,751"
"Successful Deliveries:","1,750"
${more}
"Times Forwarded:","2"
"Last Open Date:","5/9/21 6:04"

${links}`

const table = (...rows: string[]) =>
  [
    'Title,Subject,Send Date,Total Recipients,Successful Deliveries,Soft Bounces,Hard Bounces,Unique Opens,Open Rate,Unique Id',
    ...rows,
  ].join('\n')

test('a report in blocks is one campaign with its counters and links', () => {
  const more = [
    '"Bounces:","1 (0.06%)"',
    '"Recipients Who Opened:","500 (28.57%)"',
    '"Total Opens:","1,200"',
    '"Recipients Who Clicked:","90 (5.14%)"',
    '"Total Clicks:","130"',
    '"Total Unsubs:","4"',
    '"Total Abuse Complaints:","1"',
  ].join('\n')
  const links = [
    '"Clicks by URL"',
    '"URL","Total Clicks","Unique Clicks"',
    '"https://x.io/a?b=1,2","1,100","80"',
    '"https://x.io/a?b=1,2","20","9"',
    '"Unsubscribe link","4","4"',
    '"","1","1"',
  ].join('\n')
  expect(only(report(more, links))).toEqual({
    external_ref: 'campaign-report:Autumn, part 1/2021-05-04T08:15:00.000Z',
    titled_ref: 'campaign-report:Autumn, part 1/2021-05-04T08:15:00.000Z',
    path: 'report',
    name: 'Autumn, part 1',
    subject: "What's new",
    sent_at: '2021-05-04T08:15:00.000Z',
    stats: {
      recipients: 1751,
      delivered: 1750,
      bounces: 1,
      opens_unique: 500,
      opens_total: 1200,
      clicks_unique: 90,
      clicks_total: 130,
      unsubscribes: 4,
      complaints: 1,
    },
    links: [
      { url: 'https://x.io/a?b=1,2', total_clicks: 1100, unique_clicks: 80 },
      { url: 'https://x.io/a?b=1,2', total_clicks: 20, unique_clicks: 9 },
      { url: 'Unsubscribe link', total_clicks: 4, unique_clicks: 4 },
    ],
  })
  expect(notes(report(more, links))).toEqual([
    ['sent: no time zone, read as UTC', 'Tue, May 04, 2021 08:15'],
    ['bounces: not split into hard and soft, imported as their sum', 'Autumn, part 1'],
    ['links: without an address or text, omitted', 'Autumn, part 1'],
  ])
})

test('an empty table of links is no link, and without a table nothing is said of links', () => {
  expect(only(report(''))?.links).toEqual([])
  expect(only(report('', ''))?.links).toBeUndefined()
})

test('a table has one campaign to a row, known by its id', () => {
  const rows = [
    '"May, first","Hello","Jun 09, 2018 09:30 pm",110,108,1,1,30,27.78%,17ab',
    'June,,"Jun 18, 2018 09:15 am","1,370",,1,2,30,n/a,',
  ]
  expect(plan(table(...rows)).campaigns).toMatchObject([
    {
      external_ref: 'campaign-report:17ab',
      titled_ref: 'campaign-report:May, first/2018-06-09T21:30:00.000Z',
      path: 'row 2',
      name: 'May, first',
      subject: 'Hello',
      sent_at: '2018-06-09T21:30:00.000Z',
      stats: {
        recipients: 110,
        delivered: 108,
        bounces_soft: 1,
        bounces_hard: 1,
        opens_unique: 30,
      },
      links: undefined,
    },
    {
      external_ref: 'campaign-report:June/2018-06-18T09:15:00.000Z',
      subject: undefined,
      stats: { recipients: 1370, bounces_soft: 1, bounces_hard: 2, opens_unique: 30 },
    },
  ])
  expect(plan(table(...rows)).campaigns[1]?.stats).not.toHaveProperty('delivered')
})

test('the time zone is that of the option, and names no other campaign', () => {
  const [utc, berlin] = [only(report('')), only(report(''), 'Europe/Berlin')]
  expect(berlin?.sent_at).toBe('2021-05-04T06:15:00.000Z')
  expect(berlin?.external_ref).toBe(utc?.external_ref)
})

test('an open rate that contradicts the counters is warned about', () => {
  const what = 'warning: the open rate in the file is not opened / delivered, which is used instead'
  // MailerLite prints opened of sent.
  expect(notes(table('A,,,200,100,,100,50,25%,1'))).toEqual([
    [what, 'A: 25.00 % printed, 50.00 % here'],
  ])
  expect(notes(table('A,,,200,,,100,50,25%,1'))).toContainEqual([
    what,
    'A: 25.00 % printed, 50.00 % here',
  ])
  expect(notes(table('A,,,110,108,,2,30,27.8%,1'))).toEqual([])
  expect(notes(report('"Recipients Who Opened:","500 (20.0%)"'))).toContainEqual([
    what,
    'Autumn, part 1: 20.00 % printed, 28.57 % here',
  ])
})

test('counter aliases are parsed and an invalid number is warned about', () => {
  const text = [
    '"Campaign name","Spring"',
    '"Total emails sent","1,000"',
    '"Opened","9 (0.9%)"',
    '"Clicked","1.751"',
    '"Unsubscribed","n/a"',
    '"Spam complaints","27.78%"',
    '',
    '"Links activity"',
    '"Link","Clicks","Unique"',
    '"https://x.io","7","many"',
    '"https://y.io","7","6"',
  ].join('\n')
  expect(only(text)).toMatchObject({
    name: 'Spring',
    stats: { recipients: 1000, opens_unique: 9 },
    links: [{ url: 'https://y.io', total_clicks: 7, unique_clicks: 6 }],
  })
  expect(notes(text)).toEqual([
    ['Clicked: not a number, omitted', 'Spring, 1.751'],
    ['Spam complaints: not a number, omitted', 'Spring, 27.78%'],
    ['delivered: not in the report, all recipients without known bounces', 'Spring'],
    ['links: no readable unique clicks, omitted', 'https://x.io'],
  ])
})

/** In the form of the classic reports of MailerLite. */
const classicReport = (...more: readonly string[]) =>
  [
    'Campaign report',
    '"Subject:","Product updates"',
    '"Sent","2021-08-07 16:00:00"',
    '',
    '"Campaign results"',
    '"Total emails sent:","3902"',
    ...more,
    '"Opened:","1489 (38.91%)"',
    '"Clicked:","33 (0.86%)"',
    '',
    '"Bad statistics"',
    '"Unsubscribed:","97 (2.49%)"',
    '"Spam complaints:","0 (0%)"',
    '"Hard bounce:","21 (0.54%)"',
    '"Soft bounce:","54 (1.38%)"',
    '',
    '"Links activity"',
    '"Links","Unique clicks","Total clicks"',
    '"https://x.io/a","20","25"',
    '"Unsubscribe link","83","90"',
  ].join('\n')

test('a classic report of MailerLite is imported with date, bounces and links', () => {
  const classic = classicReport('"Delivered:","3827 (98.08%)"')
  expect(only(classic)).toMatchObject({
    subject: 'Product updates',
    sent_at: '2021-08-07T16:00:00.000Z',
    stats: {
      recipients: 3902,
      delivered: 3827,
      opens_unique: 1489,
      clicks_unique: 33,
      unsubscribes: 97,
      complaints: 0,
      bounces_hard: 21,
      bounces_soft: 54,
    },
    links: [
      { url: 'https://x.io/a', unique_clicks: 20, total_clicks: 25 },
      { url: 'Unsubscribe link', unique_clicks: 83, total_clicks: 90 },
    ],
  })
  // The open rate is that of the file: opened of delivered.
  expect(notes(classic).map(([what]) => what)).toEqual([
    'no title, the subject or file name is used',
    'sent: no time zone, read as UTC',
  ])
  expect(only(classicReport())?.stats).not.toHaveProperty('delivered')
})

test('a number called "Sent" counts recipients', () => {
  expect(only('Title,A\nSent,"1,000"\nDelivered,990')).toMatchObject({
    sent_at: undefined,
    stats: { recipients: 1000, delivered: 990 },
  })
})

test('a report with two contradictory figures is rejected with both', () => {
  const reasons = (text: string) => {
    const { campaigns, findings } = plan(text)
    return [campaigns.length, ...findings.rejected.map(({ reason }) => reason)]
  }
  const contradiction = (part: string, whole: string) => [
    0,
    `the figures contradict each other: ${part}, but ${whole}`,
  ]
  expect(reasons(classicReport('"Delivered:","4000"'))).toEqual(
    contradiction('4000 delivered', '3902 recipients'),
  )
  expect(reasons(classicReport('"Delivered:","3890"'))).toEqual(
    contradiction('3890 delivered with 75 bounces', '3902 recipients'),
  )
  expect(reasons(classicReport('"Delivered:","1000"'))).toEqual(
    contradiction('1489 recipients who opened', '1000 delivered'),
  )
  expect(reasons(classicReport().replace('"20","25"', '"25","20"'))).toEqual(
    contradiction('25 unique clicks', '20 clicks in total on https://x.io/a'),
  )
  expect(reasons(table('A,,,110,,60,60,,,1'))).toEqual(
    contradiction('120 bounces', '110 recipients'),
  )
})

test('a figure that cannot be read leaves no sum and no links behind', () => {
  const text =
    'Title,A\nTotal Recipients,100\nTotal Opens,7,many\n\nLinks\nURL,Clicks\nhttps://x.io,7'
  expect(only(text)?.stats).toEqual({ recipients: 100 })
  expect(only(text)?.links).toBeUndefined()
})

test('a test of two versions is one campaign with the sum of both, and a warning', () => {
  const sideBySide = report('"Total Opens:","300","40"\n"Subject Line:","One","Two"')
  expect(only(sideBySide)?.stats.opens_total).toBe(340)
  expect(notes(sideBySide)).toContainEqual([
    'warning: Total Opens appears 2 times, the sum is used',
    'Autumn, part 1',
  ])
  expect(notes(sideBySide)).toContainEqual([
    'Subject Line: several in the report, the first one kept',
    "What's new, One, Two",
  ])
  const blocks =
    'Group A\nTotal Recipients,100\nTotal Opens,7\n\nGroup B\nTotal Recipients,50\nTotal Opens,5'
  expect(only(`Title,Test\n\n${blocks}`)?.stats).toEqual({ recipients: 150, opens_total: 12 })
  const withSum = `Title,Test\n\nOverall Stats\nTotal Recipients,150\n\n${blocks}`
  expect(only(withSum)?.stats).toEqual({ recipients: 150, opens_total: 12 })
})

test('fields without a target are unmapped, empty ones only named', () => {
  const { not_mapped, empty } = plan(
    report('"Times Liked on Facebook:","0"\n"Orders:","n/a"'),
  ).findings
  expect(not_mapped.map(({ path, example }) => [path, example])).toEqual([
    ['Times Forwarded', '"2"'],
    ['Last Open Date', '"5/9/21 6:04"'],
  ])
  expect(empty).toEqual(['Times Liked on Facebook', 'Orders'])
})

test('a row twice, one without a name and one with a cell too many are rejected', () => {
  const { campaigns, findings } = plan(
    table('A,,,1,,,,,,7', 'B,,,1,,,,,,7', ',,,1,,,,,,8', 'D,,,1,,,,,,9,more'),
  )
  expect([campaigns.length, findings.read]).toEqual([1, { campaigns: 4 }])
  expect(findings.rejected.map(({ path, reason }) => [path, reason])).toEqual([
    ['row 5', '11 cells for 10 columns'],
    ['row 3', 'duplicate: the first one is used'],
    ['row 4', 'it has neither title nor subject'],
  ])
})

test('a report without title or date is named after its file', () => {
  expect(only('Total Recipients,5')).toMatchObject({
    name: 'report',
    sent_at: undefined,
    external_ref: 'campaign-report:report/',
  })
})

test('a file that is not a report is refused', () => {
  expect(() => plan('Email,Name\na@x.io,Ada')).toThrow(
    'Not a campaign report: row 1 contains "Email, Name", and no row has recipients or deliveries.',
  )
  expect(() => plan('Title,title,Total Recipients\nA,B,1')).toThrow('duplicate column "title"')
})

test('the dates of all reports of a file decide the order of day and month', () => {
  const reports = (...dates: readonly string[]) =>
    [
      'Title,Send Date,Total Recipients',
      ...dates.map((date, at) => `Letter ${at},${date},10`),
    ].join('\n')
  const sentAt = (text: string, date_order?: 'day_first' | 'month_first') =>
    planCampaigns(text, 'reports.csv', { time_zone: 'UTC', date_order }).campaigns[0]?.sent_at
  expect(sentAt(reports('03/04/2023', '13/04/2023'))).toBe('2023-04-03T00:00:00.000Z')
  expect(() => sentAt(reports('03/04/2023'))).toThrow(/"Send Date" can be read in either order/)
  expect(sentAt(reports('03/04/2023'), 'month_first')).toBe('2023-03-04T00:00:00.000Z')
})

test('a column without a name and other columns of links are reported', () => {
  const unnamed = plan('Title,,Total Recipients,Successful Deliveries\nMay,odd,10,10')
  const pathsOf = ({ findings }: ReturnType<typeof plan>) =>
    findings.not_mapped.map(({ path, example }) => [path, example])
  expect(pathsOf(unnamed)).toEqual([['column 2, which has no name', '"odd"']])
  const links =
    '"URL","Total Clicks","Unique Clicks","First clicked by"\n"https://x.io","2","1","Ada"'
  expect(pathsOf(plan(report('', links)))).toContainEqual(['links: First clicked by', '"Ada"'])
})
