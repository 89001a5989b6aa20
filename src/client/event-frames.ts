/** One message of a server-sent stream. */
export interface EventFrame {
  readonly id: string | undefined
  readonly event: string
  readonly data: string
}

/** Cuts a `text/event-stream` into its messages, however the network cut it into parts. Comments are no messages. */
export function createFrames(onFrame: (frame: EventFrame) => void) {
  let rest = ''

  return (part: string): void => {
    rest += part
    // A line end of two characters can be cut in the middle: the second half waits for the next part.
    const whole = rest.endsWith('\r') ? rest.slice(0, -1) : rest
    const messages = whole.replace(/\r\n?/g, '\n').split('\n\n')
    rest = (messages.pop() ?? '') + rest.slice(whole.length)
    for (const message of messages) {
      const frame = read(message)
      if (frame) onFrame(frame)
    }
  }
}

function read(message: string): EventFrame | undefined {
  const data: string[] = []
  let id: string | undefined
  let event = 'message'
  for (const line of message.split('\n')) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
    if (name === 'data') data.push(value)
    else if (name === 'id') id = value
    else if (name === 'event') event = value
  }
  return data.length === 0 ? undefined : { id, event, data: data.join('\n') }
}
