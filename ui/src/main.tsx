import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import './styles/index.css'
import { App } from './app/app'
import { createQueryClient } from './app/query-client'
import { createAppRouter, prepareErrors } from './app/router'
import { askReasonsWith } from './lib/api/reason'
import { startLocale } from './lib/locale'
import { startTheme } from './stores/theme'

/** How long the server's plain content may be shown while the page is not ready, in ms. */
const PATIENCE = 800

async function start(): Promise<void> {
  if (import.meta.env.MODE === 'mock') {
    const { startMocks } = await import('./testing/browser')
    await startMocks()
  }
  startTheme()
  startLocale()
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  const client = createQueryClient()
  askReasonsWith((from) => import('./app/reason-dialog').then(({ askReason }) => askReason(client, from)))
  const router = createAppRouter(client)
  await Promise.race([router.load(), new Promise((done) => setTimeout(done, PATIENCE))])
  // A transition is rendered in slices, so that a slow machine can respond to input in between.
  startTransition(() => createRoot(root).render(<App client={client} router={router} />))
  prepareErrors()
}

void start()
