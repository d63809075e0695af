import { createRoot } from 'react-dom/client'
import './styles/index.css'
import { App } from './app/app'
import { createQueryClient } from './app/query-client'
import { createAppRouter } from './app/router'
import { startTheme } from './stores/theme'

async function start(): Promise<void> {
  if (import.meta.env.MODE === 'mock') {
    const { startMocks } = await import('./testing/browser')
    await startMocks()
  }
  startTheme()
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  const client = createQueryClient()
  const router = createAppRouter(client)
  // What the server drew for readers without scripts stays until the first page is ready.
  await router.load()
  createRoot(root).render(<App client={client} router={router} />)
}

void start()
