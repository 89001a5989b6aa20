/** Guides for programs that use the API. The texts themselves are in docs/guides. */
export const guidesText = {
  title: 'Guides',
  developers: 'Developers',
  intro: 'Complete programs to copy and run, with the rules behind them.',
  loading: 'Loading guide',
  missing: 'There is no guide here',
  missingDescription: 'Check the address, or choose one of the guides.',
  all: 'All guides',
  previous: 'Previous guide',
  next: 'Next guide',
  neighbors: 'Other guides',
  guides: {
    'webhook-receiver': {
      title: 'Receive webhooks',
      description: 'A whole receiver in Node, Python, PHP and Go.',
    },
    n8n: {
      title: 'Connect n8n',
      description: 'Start a workflow with every event, signed and without duplicates.',
    },
    slack: {
      title: 'Post to Slack',
      description: 'A line in a channel for each event. Also for Discord and Teams.',
    },
    'api-client': {
      title: 'Call the API',
      description: 'Paging, errors, repeated writes, versions and rate limits, in Node and Python.',
    },
    'send-campaigns': {
      title: 'Send campaigns with your program',
      description: 'Send to each recipient once through your own mail server, and report back.',
    },
    'run-automations': {
      title: 'Run automations with your program',
      description: 'Do the steps of each enrolled contact, and report the end.',
    },
  },
  languages: {
    go: 'Go',
    js: 'JavaScript',
    json: 'JSON',
    php: 'PHP',
    python: 'Python',
    sh: 'Shell',
  },
} as const
