import { defineConfig } from '@playwright/test'

import { findBrowser, launchOptions } from './tools/find-browser.mjs'

// On the public document run the numbered checks, connections and sessions, and what is tagged @both or @public: the rest
// depends on the code of the page and not on the server, and runs once, see decision 027. @additions needs more than the
// document, @public is about its limits, @once depends on neither.
const onFullApi = /@public/
const onPublicDocument = new RegExp(
  [
    '@additions|@once',
    String.raw`^(?!.*@both).*\b(shell|ui|gallery|messages)/`,
    String.raw`^(?!.*(@both|@public|\b(app|session|connections)/|/public-|\s([A-Z]\d+|\d+\.\d+)\s))`,
  ].join('|'),
)

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: true,
  grepInvert: process.env.E2E_PROFILE === 'public' ? onPublicDocument : onFullApi,
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
