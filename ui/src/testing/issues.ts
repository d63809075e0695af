import { HttpResponse, type HttpHandler } from 'msw'
import type { Board, Comment, Issue, IssueEvent, IssueLabel, ListedIssue } from '@/features/issues/api'
import { answer } from './answer'
import { projects } from './projects'
import { ago } from './time'

const PROJECT = projects[0]?.id ?? ''

export const label = (id: string, name: string, color = '#dc3545', common = true): IssueLabel => ({
  id,
  name,
  color,
  description: '',
  common,
})

export const boardOf = (more: Partial<Board> = {}): Board => ({
  project_id: PROJECT,
  issues_type: 2,
  issues_url: null,
  template: '',
  labels: [label('bug', '错误'), label('idea', '改进', '#0d6efd')],
  open: 2,
  closed: 1,
  assignables: [],
  can_open: false,
  why: null,
  member: false,
  settings: false,
  ...more,
})

export const issueOf = (number: number, more: Partial<Issue> = {}): Issue => ({
  id: `Issue00${number}`,
  number,
  project_id: PROJECT,
  project: null,
  title: `第 ${number} 个反馈`,
  body: '一打开就崩溃。',
  body_html: '<p>一打开就崩溃。</p>',
  state: 'open',
  state_reason: null,
  duplicate_of: null,
  fixed_in: null,
  created_at: ago(48),
  updated_at: ago(2),
  edited_at: ago(48),
  closed_at: null,
  author: { id: 'Usr00009', username: '玩家', avatar_url: null },
  locked: false,
  pinned: false,
  hidden: false,
  reason: null,
  lock_reason: null,
  labels: [],
  assignees: [],
  comments_count: 0,
  last_floor: 0,
  revision: 0,
  can: { comment: false, why: null, edit: false, close: false, reopen: false, manage: false, moderate: false },
  ...more,
})

export const comment = (floor: number, more: Partial<Comment> = {}): Comment => ({
  id: `Comm000${floor}`,
  issue_id: 'Issue001',
  author: { id: 'Usr00008', username: '矿工', avatar_url: null },
  body: `第 ${floor} 条`,
  body_html: `<p>第 ${floor} 条</p>`,
  comment_type: 'reply',
  reply_to_id: null,
  reply_to_floor: null,
  reply_to_deleted: false,
  reply_to_edited: false,
  reply_content: null,
  floor_number: floor,
  created_at: ago(30 - floor / 10),
  updated_at: ago(30 - floor / 10),
  replies: [],
  deleted: false,
  hidden: false,
  reason: null,
  revision: 0,
  ...more,
})

export const happened = (kind: IssueEvent['kind'], after: number, more: Partial<IssueEvent> = {}): IssueEvent => ({
  kind,
  after_floor: after,
  at: ago(20 - after / 10),
  actor: { id: 'Usr00002', username: 'Verdi', avatar_url: null },
  staff: false,
  label: null,
  assignee: null,
  state_reason: null,
  duplicate_of: null,
  fixed_in: null,
  title: null,
  reason: null,
  ...more,
})

/** The issues of a project as the server has them, and what it was asked for. */
export type Tracker = {
  board: Board
  listed: ListedIssue[]
  total: number
  issue: Issue
  comments: Comment[]
  events: IssueEvent[]
  lists: URL[]
  asked: { method: string; path: string; body: unknown }[]
  failing: Response | undefined
}

export const trackerOf = (more: Partial<Tracker> = {}): Tracker => ({
  board: boardOf(),
  listed: [issueOf(1), issueOf(2)],
  total: more.listed?.length ?? 2,
  issue: issueOf(1),
  comments: [],
  events: [],
  lists: [],
  asked: [],
  failing: undefined,
  ...more,
})

/** The API over the issues of a project. */
export function issueHandlers(tracker: Tracker): HttpHandler[] {
  const asked = async (request: Request) => {
    const text = await request.text()
    const entry = {
      method: request.method,
      path: new URL(request.url).pathname,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    }
    tracker.asked.push(entry)
    return entry.body as Record<string, unknown>
  }
  const changed = async ({ request }: { request: Request }) => {
    await asked(request)
    return tracker.failing?.clone() ?? new HttpResponse(null, { status: 204 })
  }
  const notFound = () => HttpResponse.json({ error: 'not_found', description: '反馈不存在' }, { status: 404 })
  return [
    answer('GET', '/v3/project/{id}/issues/board', () => tracker.board),
    answer('GET', '/v3/project/{id}/bars', () => ({ bars: [], pagination: { total: 0, page: 1, page_size: 20, next: null } })),
    answer('PATCH', '/v3/project/{id}/issues/board', changed),
    answer('POST', '/v3/project/{id}/issues/labels', async ({ request }) => {
      const body = await asked(request)
      return label('own', String(body.name), String(body.color), false)
    }),
    answer('PATCH', '/v3/project/{id}/issues/labels/{label}', changed),
    answer('DELETE', '/v3/project/{id}/issues/labels/{label}', changed),
    answer('GET', '/v3/project/{id}/issues', ({ request }) => {
      const url = new URL(request.url)
      tracker.lists.push(url)
      return {
        issues: tracker.listed,
        pagination: { total: tracker.total, page: Number(url.searchParams.get('page') ?? 1), page_size: 20, next: null },
        open: tracker.board.open,
        closed: tracker.board.closed,
      }
    }),
    answer('POST', '/v3/project/{id}/issues', async ({ request }) => {
      await asked(request)
      return tracker.failing?.clone() ?? { issue: tracker.issue.id, number: tracker.issue.number }
    }),
    answer('GET', '/v3/project/{id}/issues/{number}', ({ params }) =>
      params.number === String(tracker.issue.number) ? tracker.issue : params.number === '9' ? issueOf(9) : notFound(),
    ),
    answer('GET', '/v3/issues/{id}', ({ params }) => (params.id === tracker.issue.id ? tracker.issue : notFound())),
    answer('PATCH', '/v3/issues/{id}', changed),
    answer('POST', '/v3/issues/{id}/fixed', changed),
    answer('POST', '/v3/issues/{id}/lock', changed),
    answer('POST', '/v3/issues/{id}/pin', changed),
    answer('POST', '/v3/issues/{id}/hide', changed),
    answer('GET', '/v3/issues/{id}/comments', ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page'))
      const from = (page - 1) * 20
      return {
        comments: tracker.comments.slice(from, from + 20),
        events: tracker.events.filter(({ after_floor: after }) => (page === 1 || after > from) && after <= from + 20),
        pagination: { total: tracker.comments.length, page, page_size: 20, next: null },
      }
    }),
    answer('POST', '/v3/issues/{id}/comments', async ({ request }) => {
      const body = await asked(request)
      if (tracker.failing) return tracker.failing.clone()
      const made = comment(tracker.comments.length + 1, { body: String(body.body), body_html: `<p>${String(body.body)}</p>` })
      tracker.comments.push(made)
      tracker.issue = { ...tracker.issue, last_floor: tracker.comments.length }
      return { comment: made }
    }),
    answer('PATCH', '/v3/issues/comments/{id}', changed),
    answer('DELETE', '/v3/issues/comments/{id}', changed),
    answer('POST', '/v3/issues/comments/{id}/hide', changed),
    answer('GET', '/v3/issues/comments/{id}/history', () => ({
      revisions: [
        { revision: 0, at: ago(30), by: null, title: null, content: '原来的话' },
        { revision: 1, at: ago(2), by: null, title: null, content: '别处改过的话' },
      ],
    })),
  ]
}
