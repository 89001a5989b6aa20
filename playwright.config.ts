import { defineConfig } from '@playwright/test'

import { findBrowser, launchOptions } from './tools/find-browser.mjs'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/set-up.ts',
  fullyParallel: true,
  // On a service of the public document alone, what says that it needs more is left out, and the other way round; what is
  // about neither runs once. Each says why where it is tagged.
  grepInvert: process.env.E2E_PROFILE === 'public' ? /@additions|@once/ : /@public/,
  forbidOnly: Boolean(process.env.CI),
  // A test that passes only the second time is a fault, here or in the product.
  retries: 0,
  workers: 2,
  // For what hangs: no test here is about speed, and a machine that stands still for a while must not fail one.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['line']],
  use: {
    launchOptions: launchOptions(await findBrowser()),
    viewport: { width: 1440, height: 900 },
    // Tracing every test costs nearly a third of the suite's time; without it a failure leaves a picture and the page's outline.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  },
})
