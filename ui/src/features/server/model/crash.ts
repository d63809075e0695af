import type { Server } from '@/lib/hosting/servers'
import { serverCrashText as t } from '@/lib/i18n/zh-Hans/server-crash'

/** How the last process ended. `seconds` is undefined where nobody saw its start. */
export type Crash = { code: number | undefined; signal: string; outOfMemory: boolean; seconds: number | undefined; at: string | undefined }

/** What the node knows of the exit; where it has forgotten it, what it reported. */
export function crashOf({ power: { exit, since }, last_run: run, last_crash }: Server): Crash {
  return {
    code: exit?.code ?? run.code ?? undefined,
    signal: exit?.signal ?? run.signal,
    outOfMemory: exit?.out_of_memory ?? run.out_of_memory,
    seconds: exit && exit.seconds > 0 ? exit.seconds : undefined,
    at: last_crash ?? (run.seen === 'crashed' || run.seen === 'given-up' ? run.at : undefined) ?? since ?? undefined,
  }
}

/** What it most likely means; undefined where nothing can be said. */
export function hintOf({ code, signal, outOfMemory }: Crash): string | undefined {
  if (outOfMemory) return t.hints.memory
  if (signal === 'SIGKILL' || code === 137) return t.hints.killed
  return code ? t.hints.code : undefined
}
