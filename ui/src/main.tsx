import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import './styles/index.css'
import { App } from './app/app'
import { createQueryClient } from './app/query-client'
import { createAppRouter, prepareErrors } from './app/router'
import { startLocale } from './lib/locale'
import { startTheme } from './stores/theme'

/** Lets the browser draw what the server sent; a page that nobody looks at is not drawn, and waits no longer than a moment. */
function drawn(): Promise<void> {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done))
    setTimeout(done, 100)
  })
}

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
  const router = createAppRouter(client)
  // What the server drew for readers without scripts stays until the first page is ready.
  await Promise.all([router.load(), root.childElementCount > 0 ? drawn() : undefined])
  // A transition is drawn in slices, so that a slow machine answers its visitor in between.
  startTransition(() => createRoot(root).render(<App client={client} router={router} />))
  prepareErrors()
}

void start()
