let fixed: number | undefined

/** The time that the page shows, in ms: that of the server's drawing until the application has taken the page over. */
export function now(): number {
  return fixed ?? Date.now()
}

/** Stops the shown time; undefined lets it run. */
export function fixTime(at?: number): void {
  fixed = at
}
