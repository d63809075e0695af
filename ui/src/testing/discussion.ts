import { HttpResponse, type HttpHandler } from 'msw'
import type { Discussion, Post } from '@/features/discussion/api'
import { answer } from './answer'
import { user } from './people'
import { ago } from './time'

const ID = 'Disc0001'

const discussion: Discussion = {
  id: ID,
  title: '熔炉不点火怎么办',
  content: '装好以后熔炉没有反应。',
  content_html: '<p>装好以后熔炉没有反应。</p>',
  category: 'chat',
  section_title: '矿工茶馆',
  created_at: ago(50),
  updated_at: ago(50),
  user_id: 'Usr00009',
  user_name: '茶客',
  avatar: null,
  organization: null,
  organization_id: null,
  state: 'open',
  pinned: false,
  deleted: false,
  deleted_at: null,
  last_post_time: ago(1),
  last_post_user: null,
  last_floor: 3,
  replies: 3,
  project_id: null,
  project: null,
  revision: 0,
  hidden: false,
  reason: null,
  lock_reason: null,
  read_floor: null,
  can: { answer: true, why: null, edit: false, delete: false, moderate: false, hide_posts: false },
}

/** What makes a discussion that of a project. */
export const ofProject = {
  title: '齿轮与铜绿',
  category: 'project',
  section_title: '资源讨论',
  project_id: 'Prj00001',
  project: { id: 'Prj00001', slug: 'gears-verdigris', title: '齿轮与铜绿', url_type: 'mod', icon_url: null },
} as const satisfies Partial<Discussion>

export const post = (floor: number, more: Partial<Post> = {}): Post => ({
  post_id: `Post000${floor}`,
  discussion_id: ID,
  floor_number: floor,
  content: `第 ${floor} 个回答`,
  content_html: `<p>第 ${floor} 个回答</p>`,
  created_at: ago(30 - floor / 10),
  updated_at: ago(30 - floor / 10),
  user_id: 'Usr00008',
  user_name: '矿工',
  user_avatar: null,
  replied_to: null,
  reply_content: null,
  reply_to_deleted: false,
  reply_to_edited: false,
  replies: [],
  deleted: false,
  hidden: false,
  hidden_by: null,
  reason: null,
  revision: 0,
  ...more,
})

/** A discussion as the server has it, and what it was asked to change. */
export type Talk = {
  discussion: Discussion
  posts: Post[]
  asked: { method: string; path: string; body: unknown }[]
  failing: Response | undefined
}

export const talkOf = (more: Partial<Discussion> = {}, posts: Post[] = [post(1), post(2), post(3)]): Talk => ({
  discussion: { ...discussion, last_floor: posts.length, replies: posts.length, ...more },
  posts,
  asked: [],
  failing: undefined,
})

/** The API over a discussion. */
export function talkHandlers(talk: Talk): HttpHandler[] {
  const asked = async (request: Request) => {
    const text = await request.text()
    const entry = {
      method: request.method,
      path: new URL(request.url).pathname,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    }
    talk.asked.push(entry)
    return entry.body as Record<string, unknown>
  }
  const changed = async ({ request }: { request: Request }) => {
    await asked(request)
    return talk.failing?.clone() ?? new HttpResponse(null, { status: 204 })
  }
  return [
    answer('GET', '/v3/forum/{id}', () => talk.discussion),
    answer('GET', '/v3/forum/{id}/posts', ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page'))
      return {
        posts: talk.posts.slice((page - 1) * 20, page * 20),
        pagination: { total: talk.posts.length, page, page_size: 20, next: null },
      }
    }),
    answer('POST', '/v3/forum/{id}/post', async ({ request }) => {
      const body = await asked(request)
      if (talk.failing) return talk.failing.clone()
      const made = post(talk.posts.length + 1, {
        content: String(body.content),
        content_html: `<p>${String(body.content)}</p>`,
        user_id: user.id,
        user_name: user.username,
      })
      talk.posts.push(made)
      talk.discussion = { ...talk.discussion, last_floor: talk.posts.length }
      return made
    }),
    answer('GET', '/v3/forum/posts/{id}/history', () => ({
      revisions: [
        { revision: 0, at: ago(30), by: null, title: null, content: '原来的话' },
        { revision: 1, at: ago(2), by: null, title: null, content: '别处改过的话' },
      ],
    })),
    answer('PATCH', '/v3/forum/posts/{id}', changed),
    answer('DELETE', '/v3/forum/posts/{id}', changed),
    answer('POST', '/v3/forum/posts/{id}/hide', changed),
    answer('POST', '/v3/forum/posts/{id}/restore', changed),
    answer('POST', '/v3/forum/{id}/lock', changed),
    answer('PUT', '/v3/forum/{id}/read', changed),
  ]
}
