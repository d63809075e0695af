import { solve, type Challenge } from './solve'

// A worker's own scope; the page's types know only windows.
self.onmessage = (event: MessageEvent<Challenge>) => {
  self.postMessage(solve(event.data))
}
