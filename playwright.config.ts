import { defineConfig } from '@playwright/test'

import { findBrowser, launchOptions } from './tools/find-browser.mjs'
import { findPostgres } from './tools/find-postgres.mjs'

// Two services on one database need a server that the tests may start.
const hasPostgres = 'bin' in (findPostgres() ?? {})

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: true,
  // Of each page and each kind of write one test also runs on the public API (`@both`), beside what people see without
  // the additions (`@public`). The embedded engine has a test of each route and the first start. See decision 027.
  projects: [
    { name: 'full', grepInvert: /@public|@embedded/ },
    ...(hasPostgres ? [{ name: 'public', grep: /@both|@public/ }] : []),
    { name: 'embedded', grep: /@embedded/ },
  ],
  forbidOnly: Boolean(process.env.CI),
  // In CI a test may be retried once; `npm test` then lists it as flaky, and it is repaired next.
  retries: process.env.CI ? 1 : 0,
  // Most tests wait for animations and timers half of their time, so three keep two cores busy.
  workers: 3,
  // Only for tests that hang: no test is about speed, and a busy machine must not fail one.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['line']],
  use: {
    launchOptions: launchOptions(await findBrowser()),
    viewport: { width: 1440, height: 900 },
    // Traces cost a third of the suite's time; without them a failure leaves a screenshot and the page's outline.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  },
})
