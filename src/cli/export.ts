import { createWriteStream } from 'node:fs'
import { Writable } from 'node:stream'

import { type Command, CommandError } from './command.ts'
import { connect } from './connect.ts'

export const exportContacts: Command = {
  name: 'export contacts',
  description: 'Write the contacts of a list to a CSV file, which an import reads back',
  options: {
    list: { placeholder: 'ID', required: true, description: 'list to export' },
    status: { placeholder: 'STATUS', description: 'contacts with this status only' },
    tag: { placeholder: 'NAME', description: 'contacts with this tag only' },
    raw: { description: 'omit the apostrophe before what a spreadsheet would run as a formula' },
    output: { placeholder: 'FILE', description: 'write to a file instead of standard output' },
  },
  async run(args, env) {
    const connection = await connect(env)
    try {
      const [status, tag, file] = [args.get('status'), args.get('tag'), args.get('output')]
      const body = await connection.download('GET /lists/:list_id/export', {
        list_id: args.get('list') ?? '',
        ...(status === undefined ? {} : { status }),
        ...(tag === undefined ? {} : { tag }),
        ...(args.has('raw') ? { raw: 'true' } : {}),
      })
      await (file === undefined ? writeToOutput(body) : writeToFile(body, file))
      return 0
    } finally {
      await connection.close()
    }
  },
}

async function writeToOutput(body: ReadableStream<Uint8Array>): Promise<void> {
  for await (const chunk of body) process.stdout.write(chunk)
}

async function writeToFile(body: ReadableStream<Uint8Array>, file: string): Promise<void> {
  try {
    await body.pipeTo(Writable.toWeb(createWriteStream(file)))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError(`${file} is incomplete: ${reason}`)
  }
}
