import { z } from 'zod'

import { logLevels } from './log.ts'

/** An invalid setting: its message names the setting and stops the start. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

export interface Rate {
  /** Tokens per second. */
  readonly refill: number
  readonly burst: number
}

const origins = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .pipe(
    z.array(
      z
        .url({
          protocol: /^https?$/,
          error: 'must be origins such as https://admin.example.com, separated by commas',
        })
        .transform((url) => new URL(url).origin),
    ),
  )

const rate = z
  .string()
  .default('on')
  .transform((text, context): Rate | null => {
    if (text === 'on') return { refill: 100, burst: 1000 }
    if (text === 'off') return null
    const [refill, burst, ...rest] = text.split('/').map(Number)
    if (refill && burst && refill > 0 && burst >= 1 && rest.length === 0) return { refill, burst }
    context.issues.push({
      code: 'custom',
      message: 'must be on, off, or a rate and a burst such as 10/50',
      input: text,
    })
    return z.NEVER
  })

const integer = (min: number, max: number) =>
  z.coerce
    .number({ error: `must be a whole number from ${min} to ${max}` })
    .int({ error: `must be a whole number from ${min} to ${max}` })
    .min(min, { error: `must be at least ${min}` })
    .max(max, { error: `must be at most ${max}` })

const Environment = z.object({
  PORT: integer(0, 65535).default(4400),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  INSTANCE_SECRET: z.string().min(1).optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'must start with postgres://' })
    .optional(),
  OWNER_KEY_FILE: z.string().min(1).optional(),
  EXAMPLE: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be a URL such as https://admin.example.com' })
    .refine((url) => URL.canParse(url) && `${new URL(url).origin}/` === new URL(url).href, {
      error: 'must be only an origin, such as https://admin.example.com',
    })
    .transform((url) => new URL(url).origin)
    .optional(),
  CORS_ORIGINS: origins,
  CONNECT_ORIGINS: origins,
  RATE_LIMIT: rate,
  TRUST_PROXY: integer(0, 16).default(0),
  PROFILE: z.enum(['full', 'public'], { error: 'must be full or public' }).default('full'),
  WEBHOOK_ALLOW_PRIVATE: z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('0'),
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
})

export type Config = Readonly<ReturnType<typeof readConfig>>

/** Parses the environment. An empty value counts as not set. Throws `ConfigError`. */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = Environment.safeParse(variables)
  if (!result.success) {
    const [issue] = result.error.issues
    throw new ConfigError(`Invalid setting: ${String(issue?.path[0])} ${issue?.message}.`)
  }
  const settings = result.data
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: settings.DATA_DIR,
    instanceSecret: settings.INSTANCE_SECRET,
    databaseUrl: settings.DATABASE_URL,
    ownerKeyFile: settings.OWNER_KEY_FILE,
    example: settings.EXAMPLE === 'on',
    /** An origin. */
    publicUrl: settings.PUBLIC_URL,
    corsOrigins: settings.CORS_ORIGINS,
    connectOrigins: settings.CONNECT_ORIGINS,
    rate: settings.RATE_LIMIT,
    /** The number of trusted proxies in front of the service. */
    trustProxy: settings.TRUST_PROXY,
    /** `public` restricts the service to the endpoints and fields of the public API document. */
    profile: settings.PROFILE,
    /** Allows webhooks at private addresses, and plain http to them. */
    webhookAllowPrivate: settings.WEBHOOK_ALLOW_PRIVATE === '1',
    logLevel: settings.LOG_LEVEL,
  }
}
