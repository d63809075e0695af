import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, vi } from 'vitest'
import type { ProjectPage, ProjectStatus, Role } from '@/lib/api/types'
import { changesOf } from '@/testing/history'
import { projects } from '@/testing/projects'
import { ago } from '@/testing/time'
import { server } from '@/testing/server'
import type { BodyOf } from '@/lib/api/operations'
import type { History, HistoryEntry, QueueEntry, QueuePage } from '@/features/review/api'
import type { Lock } from '@/features/review/lock-api'
import type { Checklist, Step } from '@/features/review/model/checklist'

type Stored = BodyOf<'PUT', '/_internal/moderation/project/{id}/progress'>

export const first = projects[0] as ProjectPage
export const second = projects[4] as ProjectPage
export const author = first.members[0]?.user ?? { id: '', username: '', avatar_url: null }

type World = {
  status: ProjectStatus
  asked: unknown[]
  history: History
  kept: (Stored | undefined)[]
  progress: Checklist['progress']
  steps: Step[]
  lock: Lock
  released: number
}

/** What the API holds about the project during a test, and what it was asked. */
export const world = {} as World

export const stepOf = (id: string, title: string, options: [string, string][], tab: Step['tab'] = ''): Step => ({
  id,
  title,
  question: `${title}合适吗？`,
  rules: ['规则'],
  examples: ['例子'],
  exceptions: ['例外'],
  tab,
  applies: id !== 'links',
  facts: [],
  options: options.map(([option, name]) => ({ id: option, name, fillers: [], reason: 'incomplete', verdict: 'reject' })),
})
const steps: Step[] = [
  stepOf('title', '标题', [['title-useless-info', '包含无用信息']]),
  stepOf('links', '外部链接', []),
  stepOf('summary', '简介', [
    ['summary-insufficient', '不足'],
    ['summary-repeats-title', '重复标题'],
  ]),
  stepOf('versions', '版本文件', [], 'versions'),
]

export function waiting(project: ProjectPage, hours: number, round = 1): QueueEntry {
  return {
    id: project.id,
    slug: project.slug ?? '',
    name: project.title,
    summary: project.description,
    icon_url: null,
    status: 'processing',
    requested_status: null,
    queued: ago(hours),
    published: ago(hours),
    updated: ago(hours),
    project_types: [project.url_type],
    ownership: { kind: 'user', id: author.id, name: author.username, icon_url: null },
    external_dependencies_count: 0,
    url_type: project.url_type,
    loaders: [],
    place: hours > 10 ? 1 : 2,
    round,
    own: false,
    lock: null,
    looking: [],
    handed: null,
    unread: 0,
  }
}

export const mate = { id: 'Mod00002', username: '石榴', avatar_url: null }

export function lockOf(by: { id: string; username: string; avatar_url: null }, me = 'Mod00001'): Lock {
  const own = by.id === me
  return {
    success: own,
    locked: true,
    is_own_lock: own,
    lock: `lock-${by.id}`,
    locked_by: by,
    locked_at: ago(0.05),
    expires_at: ago(-0.2),
    expired: false,
    looking: [],
  }
}

export function queueOf(all: QueueEntry[]): QueuePage {
  const counts: Record<string, number> = {}
  for (const one of all) counts[one.url_type] = (counts[one.url_type] ?? 0) + 1
  const late = (hours: number) => all.filter((one) => Date.parse(one.queued) <= Date.parse(ago(hours))).length
  return { projects: all, total: all.length, counts, late: { day: late(24), two_days: late(48) }, handed: 0, replied: 0 }
}

export function signedIn(role: Role, id = 'Mod00001') {
  document.cookie = 'modyard_csrf=t; path=/'
  server.use(
    http.get('/v2/user', () => HttpResponse.json({ id, username: '岚桥', avatar_url: null, bio: null, created: ago(9), role, badges: 0 })),
  )
}

/** An entry of the history, by the author unless something else is said. */
export function entryOf(entry: Pick<HistoryEntry, 'position' | 'type' | 'at' | 'to'> & Partial<HistoryEntry>): HistoryEntry {
  return { role: 'member', actor: { ...author, role: 'developer' }, from: null, round: 0, message: null, points: [], ...entry }
}

/** Resets the world and the API's answers before each test of the file. */
export function resetEachTest(): void {
  beforeEach(() => {
    world.status = 'processing'
    world.asked = []
    world.kept = []
    world.progress = null
    world.steps = steps
    world.lock = lockOf({ id: 'Mod00001', username: '岚桥', avatar_url: null })
    world.released = 0
    world.history = {
      entries: [
        entryOf({ position: 1, type: 'created', at: ago(80), to: 'draft' }),
        entryOf({ position: 2, type: 'submitted', at: ago(70), from: 'draft', to: 'processing', round: 1 }),
        entryOf({
          position: 3,
          type: 'rejected',
          at: ago(60),
          role: 'moderator',
          actor: null,
          from: 'processing',
          to: 'rejected',
          round: 1,
          message: '请写清**玩法**',
          points: [
            { id: 'description-insufficient', name: '不足', step: 'description', title: '描述' },
            { id: 'summary-insufficient', name: '不足', step: 'summary', title: '简介' },
          ],
        }),
        entryOf({ position: 4, type: 'submitted', at: ago(50), from: 'rejected', to: 'processing', round: 2 }),
      ],
      queue: {
        position: 3,
        of: 86,
        estimate: { scope: 'type', rounds: 40, median_seconds: 40 * 3600, seconds: 60 * 3600, measured: 30, right: 0.9 },
        waiting_seconds: 3 * 3600,
        queued: ago(50),
      },
    }
    server.use(
      http.get('/_internal/project/:id', ({ params }) => {
        const project = projects.find((one) => one.slug === params.id || one.id === params.id) ?? first
        return HttpResponse.json(
          project.id === first.id
            ? { ...project, status: world.status, queued: ago(50) }
            : { ...project, status: 'processing', queued: ago(5) },
        )
      }),
      http.get('/_internal/project/:id/history', () => HttpResponse.json(world.history)),
      http.get('/_internal/project/:id/changes', () => HttpResponse.json(changesOf({ from: null }))),
      http.post('/_internal/markdown', () => HttpResponse.json({ html: '<p>请写清<strong>玩法</strong></p>' })),
      http.get('/_internal/moderation/undo', () => HttpResponse.json({ proposals: [] })),
      http.get('/_internal/moderation/projects', () => {
        const all = [waiting(first, 50, 2), waiting(second, 5)].filter((entry) => entry.id !== first.id || world.status === 'processing')
        return HttpResponse.json(queueOf(all))
      }),
      http.get('/_internal/moderation/projects/ids', () =>
        HttpResponse.json({ ids: [first, second].map(({ id }) => id).filter((id) => id !== first.id || world.status === 'processing') }),
      ),
      http.get('/_internal/moderation/lock/:id', () => HttpResponse.json(world.lock)),
      http.post('/_internal/moderation/lock/:id', () => HttpResponse.json(world.lock)),
      http.delete('/_internal/moderation/lock/:id', () => {
        world.released += 1
        return new HttpResponse(null, { status: 204 })
      }),
      http.get('/_internal/moderation/project/:id/checklist', () => HttpResponse.json({ steps: world.steps, progress: world.progress })),
      http.put('/_internal/moderation/project/:id/progress', async ({ request }) => {
        world.kept.push((await request.json()) as Stored)
        return new HttpResponse(null, { status: 204 })
      }),
      http.delete('/_internal/moderation/project/:id/progress', () => {
        world.kept.push(undefined)
        return new HttpResponse(null, { status: 204 })
      }),
      http.post('/_internal/moderation/project/:id/message', async ({ request }) => {
        const { chosen } = (await request.json()) as { chosen: { option: string }[] }
        return HttpResponse.json({
          text: `消息：${chosen.map((one) => one.option).join('、')}`,
          options: chosen.map((one) => one.option),
          templates: ['opening@0', 'summary-insufficient@3'],
          missing: [],
          reason: 'incomplete',
          verdict: 'reject',
        })
      }),
      http.patch('/v2/project/:id', async ({ request }) => {
        const body = (await request.json()) as { status: ProjectStatus }
        world.asked.push(body)
        world.status = body.status
        return new HttpResponse(null, { status: 204 })
      }),
    )
  })

  afterEach(() => {
    localStorage.clear()
    document.cookie = 'modyard_csrf=; max-age=0; path=/'
    vi.unstubAllGlobals()
  })
}
