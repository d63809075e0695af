import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import './styles/index.css'
import { App } from './app/app'
import { createQueryClient } from './app/query-client'
import { createAppRouter, prepareErrors } from './app/router'
import { loadBanners } from './app/shell/banners'
import { askProofWith } from './lib/api/confirm'
import { askReasonsWith } from './lib/api/reason'
import { fixTime } from './lib/clock'
import { drawnAt, drawnWith } from './lib/drawn'
import { startLocale } from './lib/locale'
import { startTheme } from './stores/theme'

/** How long what stands there may be shown while the page that replaces it, or a banner, is not ready, in ms. */
const PATIENCE = 800

/** How long the parts of a drawn page that load late may take until the page shows the present time, in ms. */
const LATE = 5_000

async function start(): Promise<void> {
  if (import.meta.env.MODE === 'mock') {
    const { startMocks } = await import('./testing/browser')
    await startMocks()
  }
  startTheme()
  startLocale()
  const root = document.getElementById('root') as HTMLElement
  const client = createQueryClient()
  askReasonsWith((from) => import('./app/reason-dialog').then(({ askReason }) => askReason(client, from)))
  askProofWith((from) => import('./app/proof-dialog').then(({ askProof }) => askProof(client, from)))
  const router = createAppRouter(client)
  const drawn = drawnAt(root)
  const onStart = () => {
    // Parts that load late are taken over later, with the time that the server drew them for.
    setTimeout(fixTime, LATE)
    delete root.dataset.drawn
  }
  const app = <App client={client} router={router} onStart={onStart} />
  if (drawn) {
    fixTime(drawn)
    router.ssr = { manifest: undefined }
  }
  const load = router.load()
  // A drawn part that changes before its code has come is removed until then, and the page moves under the pointer.
  await Promise.race([Promise.allSettled([load, loadBanners(client)]), new Promise((done) => setTimeout(done, PATIENCE))])
  if (drawn) {
    await load
    for (const query of client.getQueryCache().getAll()) drawnWith.add(query)
    // Another page has no late part of this one, and what it was drawn with may be for this person alone.
    const { pathname } = router.state.location
    const leave = router.subscribe('onBeforeNavigate', ({ toLocation }) => {
      if (toLocation.pathname === pathname) return
      drawnWith.clear()
      leave()
    })
  }
  // A transition is rendered in slices, so that a slow machine can respond to input in between.
  startTransition(() => {
    if (drawn) hydrateRoot(root, app)
    else createRoot(root).render(app)
  })
  prepareErrors()
}

void start()
