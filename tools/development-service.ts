import type { Plugin } from 'vite'

export const developmentService = (): Plugin => ({
  name: 'workspace-admin:service',
  apply: 'serve',
})
