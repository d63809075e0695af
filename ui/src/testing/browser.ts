import { setupWorker } from 'msw/browser'
import { handlers } from './handlers'

/** Answers the browser's requests from the fixtures, for looking at screens without a server. */
export async function startMocks(): Promise<void> {
  await setupWorker(...handlers).start({ onUnhandledRequest: 'bypass', quiet: true })
}
