import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { get, reading, send } from '@/lib/api/client'
import type { Answer, BodyOf } from '@/lib/api/operations'
import { tellError } from '@/lib/tell-error'
import { PAGE_SIZE } from '@/features/discussion'
import { askedOf, type IssueSearch } from './search'

export type Issues = Answer<'GET', '/v3/project/{id}/issues'>
export type ListedIssue = Issues['issues'][number]
export type Board = Answer<'GET', '/v3/project/{id}/issues/board'>
export type IssueLabel = Board['labels'][number]
export type Issue = Answer<'GET', '/v3/issues/{id}'>
export type Comments = Answer<'GET', '/v3/issues/{id}/comments'>
export type Comment = Comments['comments'][number]
export type IssueEvent = Comments['events'][number]
export type StateReason = NonNullable<Issue['state_reason']>

/** A text of an issue: its opening text, or one of its comments by its id. */
export type TextOf = { issue: string; comment?: string | undefined }

/** The live topic of an issue. */
export const issueTopic = (id: string) => `issue:${id}` as const

/** All lists and boards share the key `['issues', project]`; all queries of one issue `['issue', id]`, which its live topic invalidates. */
export const issueQueries = {
  list: (project: string, search: IssueSearch) =>
    queryOptions({
      queryKey: ['issues', project, 'list', search] as const,
      ...reading('/v3/project/{id}/issues', { params: { id: project }, query: askedOf(search) }),
      placeholderData: keepPreviousData,
    }),
  board: (project: string) =>
    queryOptions({
      queryKey: ['issues', project, 'board'] as const,
      ...reading('/v3/project/{id}/issues/board', { params: { id: project } }),
    }),
  /** The id of an issue by its number; the issue is cached under its id. */
  numbered: (project: string, number: number) =>
    queryOptions({
      queryKey: ['issue-numbers', project, number] as const,
      queryFn: async ({ client, signal }) => {
        const issue = await get('/v3/project/{id}/issues/{number}', { signal, params: { id: project, number: String(number) } })
        client.setQueryData(issueQueries.one(issue.id).queryKey, issue)
        return issue.id
      },
      staleTime: Infinity,
    }),
  one: (id: string) =>
    queryOptions({ queryKey: ['issue', id, 'one'] as const, queryFn: ({ signal }) => get('/v3/issues/{id}', { signal, params: { id } }) }),
  comments: (id: string, page: number) =>
    queryOptions({
      queryKey: ['issue', id, 'comments', page] as const,
      ...reading('/v3/issues/{id}/comments', { params: { id }, query: { page, page_size: PAGE_SIZE } }),
      placeholderData: keepPreviousData,
    }),
  history: ({ issue, comment }: TextOf) =>
    queryOptions({
      queryKey: ['issue', issue, 'history', comment ?? ''] as const,
      queryFn: ({ signal }) =>
        comment === undefined
          ? get('/v3/issues/{id}/history', { signal, params: { id: issue } })
          : get('/v3/issues/comments/{id}/history', { signal, params: { id: comment } }),
    }),
}

export function useOpenIssue(project: string) {
  return useMutation({
    meta: { touches: ['issues'] },
    mutationFn: ({ body, key }: { body: BodyOf<'POST', '/v3/project/{id}/issues'>; key: string }) =>
      send('POST', '/v3/project/{id}/issues', { params: { id: project }, body, idempotencyKey: key }),
    onError: () => undefined, // the form says it
  })
}

type Commenting = { content: string; to: string | undefined; key: string }

export function useComment(issue: string) {
  return useMutation({
    meta: { touches: [issueTopic(issue), 'watch'] },
    mutationFn: ({ content, to, key }: Commenting) =>
      send('POST', '/v3/issues/{id}/comments', {
        params: { id: issue },
        body: { body: content, ...(to === undefined ? {} : { reply_to_id: to }) },
        idempotencyKey: key,
      }),
    onError: () => undefined,
  })
}

type Edit = { title?: string | undefined; content: string; revision: number; key: string }

/** Replaces a text. The revision is that of the text which the writer has seen: another one is rejected with 409. */
export function useEdit({ issue, comment }: TextOf) {
  return useMutation({
    meta: { touches: [issueTopic(issue)] },
    mutationFn: ({ title, content, revision, key }: Edit) =>
      comment === undefined
        ? send('PATCH', '/v3/issues/{id}', {
            params: { id: issue },
            body: { ...(title === undefined ? {} : { title }), body: content, revision },
            idempotencyKey: key,
          })
        : send('PATCH', '/v3/issues/comments/{id}', { params: { id: comment }, body: { body: content, revision }, idempotencyKey: key }),
    onError: () => undefined,
  })
}

export type Change = Omit<BodyOf<'PATCH', '/v3/issues/{id}'>, 'title' | 'body' | 'revision'>

/** Changes the state, the labels or the assignees of an issue. */
export function useChange(issue: string) {
  return useMutation({
    meta: { touches: [issueTopic(issue)] },
    mutationFn: (body: Change) => send('PATCH', '/v3/issues/{id}', { params: { id: issue }, body }),
    onError: tellError,
  })
}

/** Names the version that fixes an issue; null takes it away again. */
export function useFixedIn(issue: string) {
  return useMutation({
    meta: { touches: [issueTopic(issue)] },
    mutationFn: (version: string | null) => send('POST', '/v3/issues/{id}/fixed', { params: { id: issue }, body: { version_id: version } }),
    onError: tellError,
  })
}

/** What else is done with an issue, or with one of its comments. */
export type Act = 'hide' | 'restore' | 'lock' | 'unlock' | 'pin' | 'unpin'

/** Does it; `asStaff` asks for the reason first. */
export function useAct({ issue, comment }: TextOf) {
  return useMutation({
    meta: { touches: [issueTopic(issue)] },
    mutationFn: ({ act, asStaff }: { act: Act | 'delete'; asStaff: boolean }) => {
      const options = { params: { id: comment ?? issue }, asStaff }
      const body = { ...options, body: {} }
      if (act === 'delete') return send('DELETE', '/v3/issues/comments/{id}', options)
      if (comment === undefined) return send('POST', `/v3/issues/{id}/${act}`, body)
      return send('POST', act === 'restore' ? '/v3/issues/comments/{id}/restore' : '/v3/issues/comments/{id}/hide', body)
    },
    onError: tellError,
  })
}

/** Changes how a project takes issues. */
export function useSaveBoard(project: string) {
  return useMutation({
    meta: { touches: ['issues'] },
    mutationFn: (body: BodyOf<'PATCH', '/v3/project/{id}/issues/board'>) =>
      send('PATCH', '/v3/project/{id}/issues/board', { params: { id: project }, body }),
    onError: tellError,
  })
}

type LabelInput = BodyOf<'POST', '/v3/project/{id}/issues/labels'>

/** Adds a label of a project, or changes one by its id. */
export function useSaveLabel(project: string) {
  return useMutation({
    meta: { touches: ['issues'] },
    mutationFn: ({ label, body, key }: { label: string | undefined; body: LabelInput; key: string }): Promise<unknown> =>
      label === undefined
        ? send('POST', '/v3/project/{id}/issues/labels', { params: { id: project }, body, idempotencyKey: key })
        : send('PATCH', '/v3/project/{id}/issues/labels/{label}', { params: { id: project, label }, body, idempotencyKey: key }),
    onError: () => undefined,
  })
}

export function useRemoveLabel(project: string) {
  return useMutation({
    meta: { touches: ['issues'] },
    mutationFn: (label: string) => send('DELETE', '/v3/project/{id}/issues/labels/{label}', { params: { id: project, label } }),
    onError: tellError,
  })
}
