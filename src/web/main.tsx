import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'

import { keepSignedOut } from '#web/app/keep-signed-out.ts'
import { keepTheme } from '#web/app/keep-theme.ts'
import { router } from '#web/app/router.tsx'
import { Notices } from '#web/ui/toasts.tsx'

keepTheme()
keepSignedOut()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
    <Notices />
  </StrictMode>,
)
