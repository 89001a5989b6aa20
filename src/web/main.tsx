import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'

import { applyAppearance } from '#web/app/appearance.ts'
import { createRouter } from '#web/app/router.tsx'
import { startSignOutSync } from '#web/app/sign-out-sync.ts'
import { RoutesContext } from '#web/shell/page-route.ts'
import { Toaster } from '#web/ui/toaster.tsx'

applyAppearance()
const router = createRouter()
startSignOutSync(router)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')
createRoot(root).render(
  <StrictMode>
    <RoutesContext value={router.routes}>
      <RouterProvider router={router} />
    </RoutesContext>
    <Toaster />
  </StrictMode>,
)
