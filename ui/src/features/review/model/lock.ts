/** How long a lock lasts after the page of its holder has renewed it, in ms. The page does so every minute. */
const HELD_MS = 15 * 60_000

const RECENT_MS = 2 * 60_000

/** Whether the holder of a lock has had the project open in the last two minutes. `now` is a time in ms. */
export const isRecent = ({ expires_at }: { expires_at: string | null }, now: number): boolean =>
  expires_at !== null && now - (Date.parse(expires_at) - HELD_MS) < RECENT_MS
