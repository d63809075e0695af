import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { get, reading, send } from '@/lib/api/client'
import type { Answer } from '@/lib/api/operations'
import { tellError } from '@/lib/tell-error'
import { PAGE_SIZE } from './model/floors'

export type Discussion = Answer<'GET', '/v3/forum/{id}'>
export type Floors = Answer<'GET', '/v3/forum/{id}/posts'>
export type Post = Floors['posts'][number]
export type Revision = Answer<'GET', '/v3/forum/{id}/history'>['revisions'][number]

/** A text of a discussion: its opening text, or one of its answers by its id. */
export type TextOf = { discussion: string; post?: string | undefined }

/** The live topic of a discussion. */
export const discussionTopic = (id: string) => `discussion:${id}` as const

/** All queries of a discussion share the key `['discussion', id]`, which its live topic invalidates. */
export const discussionQueries = {
  one: (id: string) => queryOptions({ queryKey: ['discussion', id, 'one'] as const, ...reading('/v3/forum/{id}', { params: { id } }) }),
  posts: (id: string, page: number) =>
    queryOptions({
      queryKey: ['discussion', id, 'posts', page] as const,
      ...reading('/v3/forum/{id}/posts', { params: { id }, query: { page, page_size: PAGE_SIZE } }),
      placeholderData: keepPreviousData,
    }),
  history: ({ discussion, post }: TextOf) =>
    queryOptions({
      queryKey: ['discussion', discussion, 'history', post ?? ''] as const,
      queryFn: ({ signal }) =>
        post === undefined
          ? get('/v3/forum/{id}/history', { signal, params: { id: discussion } })
          : get('/v3/forum/posts/{id}/history', { signal, params: { id: post } }),
    }),
}

/** The board of a project; its key is below that of the lists, which show the same discussion. */
export const boardQueries = {
  of: (project: string) =>
    queryOptions({ queryKey: ['forum', 'board', project] as const, ...reading('/v3/project/{id}/forum', { params: { id: project } }) }),
}

export function useOpenBoard(project: string) {
  return useMutation({
    meta: { touches: ['forum'] },
    mutationFn: ({ content, key }: { content: string; key: string }) =>
      send('POST', '/v3/project/{id}/forum', { params: { id: project }, body: { content }, idempotencyKey: key }),
    onError: () => undefined, // the form says it
  })
}

export type Answering = { content: string; to: string | undefined; key: string }

export function useAnswer(id: string) {
  return useMutation({
    meta: { touches: [discussionTopic(id), 'watch'] },
    mutationFn: ({ content, to, key }: Answering) =>
      send('POST', '/v3/forum/{id}/post', {
        params: { id },
        body: { content, ...(to === undefined ? {} : { replied_to: to }) },
        idempotencyKey: key,
      }),
    onError: () => undefined, // the form says it
  })
}

export type Edit = { title?: string | undefined; content: string; revision: number; key: string }

/** Replaces a text. The revision is that of the text which the writer has seen: another one is rejected with 409. */
export function useEdit({ discussion, post }: TextOf) {
  return useMutation({
    meta: { touches: [discussionTopic(discussion)] },
    mutationFn: ({ title, content, revision, key }: Edit) =>
      post === undefined
        ? send('PATCH', '/v3/forum/{id}', {
            params: { id: discussion },
            body: { ...(title === undefined ? {} : { title }), content, revision },
            idempotencyKey: key,
          })
        : send('PATCH', '/v3/forum/posts/{id}', { params: { id: post }, body: { content, revision }, idempotencyKey: key }),
    onError: () => undefined,
  })
}

/** What else is done with a discussion, or with one of its answers. */
export type Act = 'delete' | 'hide' | 'restore' | 'lock' | 'unlock' | 'pin' | 'unpin'

/** Does it; `asStaff` asks for the reason first. */
export function useAct({ discussion, post }: TextOf) {
  return useMutation({
    meta: { touches: [discussionTopic(discussion)] },
    mutationFn: ({ act, asStaff }: { act: Act; asStaff: boolean }) => {
      const options = { params: { id: post ?? discussion }, asStaff }
      const body = { ...options, body: {} }
      if (act === 'delete') return send('DELETE', post === undefined ? '/v3/forum/{id}' : '/v3/forum/posts/{id}', options)
      if (post === undefined) return send('POST', `/v3/forum/{id}/${act}`, body)
      return send('POST', act === 'restore' ? '/v3/forum/posts/{id}/restore' : '/v3/forum/posts/{id}/hide', body)
    },
    onError: tellError,
  })
}

/** Stores how far a discussion was read. A failure changes nothing: the next floor is stored again. */
export const storeRead = (id: string, floor: number): Promise<unknown> =>
  send('PUT', '/v3/forum/{id}/read', { params: { id }, body: { floor } }).catch(() => undefined)
