import type { Server } from '@/lib/hosting/servers'
import type { StatsFrame } from './socket'

/** One measurement; what was not measured is null. */
export type Sample = { at: number; cpu: number | null; memory: number | null; disk: number | null; players: number | null }
export type Measured = Exclude<keyof Sample, 'at'>

/** So much of the past is kept, and at least so much is shown, in ms. */
const WINDOW_MS = 5 * 60_000
const LEAST_MS = 60_000
const MOST_ROWS = 10

export const sampleOfStats = (at: number, s: StatsFrame): Sample => ({
  at,
  cpu: s.cpu_percent,
  memory: s.ram_usage_bytes,
  disk: s.storage_usage_bytes,
  players: s.players?.online ?? null,
})

export const sampleOfRecord = (at: number, { power }: Pick<Server, 'power'>): Sample => ({
  at,
  cpu: power.figures?.cpu_percent ?? null,
  memory: power.figures?.memory_bytes ?? null,
  disk: power.figures?.disk_bytes ?? null,
  players: power.players?.online ?? null,
})

/** The samples with a newer one, without those that are too old. */
export function withSample(samples: readonly Sample[], next: Sample): Sample[] {
  return [...samples.filter(({ at }) => at > next.at - WINDOW_MS && at < next.at), next]
}

/** The line of a figure in a box, and the area under it; a pause in the measurements is a gap. */
export function pathsOf(samples: readonly Sample[], what: Measured, most: number, width: number, height: number) {
  const end = samples.at(-1)?.at ?? 0
  const span = Math.max(LEAST_MS, end - (samples[0]?.at ?? end))
  const runs: string[][] = [[]]
  for (const sample of samples) {
    const value = sample[what]
    if (value === null) runs.push([])
    else {
      const x = width * (1 - (end - sample.at) / span)
      const y = height - Math.min(1, most > 0 ? value / most : 0) * (height - 2) - 1
      runs.at(-1)?.push(`${x.toFixed(1)} ${y.toFixed(1)}`)
    }
  }
  const drawn = runs.filter((run) => run.length > 1)
  const x = (point: string | undefined) => point?.split(' ')[0] ?? '0'
  return {
    line: drawn.map((run) => `M${run.join('L')}`).join(''),
    area: drawn.map((run) => `M${x(run[0])} ${height}L${run.join('L')}L${x(run.at(-1))} ${height}Z`).join(''),
  }
}

/** A few of the samples for a table, the newest last. */
export function thinned(samples: readonly Sample[]): Sample[] {
  const step = Math.max(1, Math.ceil(samples.length / MOST_ROWS))
  return samples.filter((_, at) => (samples.length - 1 - at) % step === 0)
}
