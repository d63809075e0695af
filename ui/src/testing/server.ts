import { setupServer } from 'msw/node'
import { handlers } from './handlers'

/** The API of a test; `server.use` replaces an answer until the test ends. */
export const server = setupServer(...handlers)
