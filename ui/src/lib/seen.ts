import type { ProjectPage } from '@/lib/api/types'
import { readLocal, writeLocal } from '@/lib/storage'
import { titles } from '@/lib/titles'

// readapi/install/offline.js reads the same entries.
const KEY = 'modyard.seen'
const MOST = 12

export type Seen = { path: string; title: string; text: string }

function isSeen(one: unknown): one is Seen {
  const { path, title, text } = (one ?? {}) as Partial<Record<keyof Seen, unknown>>
  return typeof path === 'string' && typeof title === 'string' && typeof text === 'string'
}

/** The projects that were looked at last in this browser, the latest first. */
export function lastSeen(): Seen[] {
  const kept = readLocal(KEY)
  return Array.isArray(kept) ? kept.filter(isSeen).slice(0, MOST) : []
}

/** Keeps a public project for the page that is shown without a network. */
export function remember(project: ProjectPage): void {
  if (project.status !== 'approved' && project.status !== 'archived') return
  const path = `/${project.url_type}/${encodeURIComponent(project.slug || project.id)}`
  const now: Seen = { path, title: titles(project).title, text: project.description }
  writeLocal(KEY, [now, ...lastSeen().filter((one) => one.path !== path)].slice(0, MOST))
}

/** Forgets them: at the end of a session the browser may go to somebody else. */
export function forgetSeen(): void {
  writeLocal(KEY, [])
}
