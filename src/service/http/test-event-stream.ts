import type { TestService } from './test-service.ts'

interface Frame {
  readonly id: string | undefined
  readonly event: string | undefined
  // Tests look into events freely.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any
}

/** One open `GET /events/stream`, read frame by frame. */
export async function openStream(
  service: TestService,
  key: string,
  { query = '', last_event_id }: { query?: string; last_event_id?: string | undefined } = {},
) {
  const headers: Record<string, string> = { Authorization: `Bearer ${key}` }
  if (last_event_id !== undefined) headers['Last-Event-ID'] = last_event_id
  const response = await service.app.fetch(
    new Request(`http://service.test/v1/events/stream${query}`, { headers }),
  )
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const comments: string[] = []

  return {
    response,
    comments,
    /** The next message; undefined when the stream has ended. */
    async next(): Promise<Frame | undefined> {
      for (;;) {
        const end = text.indexOf('\n\n')
        if (end >= 0) {
          const message = text.slice(0, end)
          text = text.slice(end + 2)
          if (!message.startsWith(':')) return frameOf(message)
          comments.push(message)
          continue
        }
        const part = await reader?.read()
        if (!part || part.done) return undefined
        text += part.value
      }
    },
    close: async () => reader?.cancel(),
  }
}

function frameOf(message: string): Frame {
  const field = (name: string) =>
    message
      .split('\n')
      .find((one) => one.startsWith(`${name}: `))
      ?.slice(name.length + 2)
  return { id: field('id'), event: field('event'), data: JSON.parse(field('data') ?? 'null') }
}
