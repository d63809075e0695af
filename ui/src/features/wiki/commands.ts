import { useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '@/lib/api/client'
import type { BodyOf } from '@/lib/api/operations'
import { wikiQueries, writingKey, type Preview } from './api'

const meta = { touches: ['wikidrafts'] } as const
/** The caller shows the error beside its field or button. */
const quiet = { onError: () => undefined }

type PagePatch = BodyOf<'PATCH', '/v3/project/{id}/wiki/drafts/{draft}/pages/{page}'>

/** Begins a draft, or continues one that has ended. */
export function useBeginDraft(id: string) {
  return useMutation({
    meta,
    mutationFn: (from: string | undefined) =>
      send('POST', '/v3/project/{id}/wiki/drafts', { params: { id }, body: from === undefined ? {} : { from } }),
  })
}

export function useAddPage(id: string, draft: string) {
  return useMutation({
    meta,
    ...quiet,
    mutationFn: ({ body, key }: { body: BodyOf<'POST', '/v3/project/{id}/wiki/drafts/{draft}/pages'>; key: string }) =>
      send('POST', '/v3/project/{id}/wiki/drafts/{draft}/pages', { params: { id, draft }, body, idempotencyKey: key }),
  })
}

/** Changes one page of a draft. */
export function usePatchPage(id: string, draft: string) {
  return useMutation({
    meta,
    mutationKey: writingKey(id, draft),
    // Without a network it fails at once, and the text stays in this browser.
    networkMode: 'always',
    ...quiet,
    mutationFn: ({ page, body }: { page: string; body: PagePatch }) =>
      send('PATCH', '/v3/project/{id}/wiki/drafts/{draft}/pages/{page}', { params: { id, draft, page }, body }),
  })
}

/** Changes places of several pages, one after the other: each is decided against the tree that the former one left. */
export function useMovePages(id: string, draft: string) {
  return useMutation({
    meta,
    mutationFn: async (moves: readonly { page: string; parent?: string; sort_order?: number }[]) => {
      for (const { page, ...body } of moves)
        await send('PATCH', '/v3/project/{id}/wiki/drafts/{draft}/pages/{page}', { params: { id, draft, page }, body })
    },
  })
}

export function useRemovePage(id: string, draft: string) {
  return useMutation({
    meta,
    mutationFn: (page: string) => send('DELETE', '/v3/project/{id}/wiki/drafts/{draft}/pages/{page}', { params: { id, draft, page } }),
  })
}

/** Brings a removed page back, at its place or at the root. */
export function useRestorePage(id: string, draft: string) {
  return useMutation({
    meta,
    mutationFn: ({ page, parent }: { page: string; parent?: string }) =>
      send('POST', '/v3/project/{id}/wiki/drafts/{draft}/pages/{page}/restore', {
        params: { id, draft, page },
        body: parent === undefined ? {} : { parent },
      }),
  })
}

/** Saves a text automatically; a version that another tab has replaced is refused. */
export function autosave(id: string, draft: string, page: string, body: string, version: number) {
  return send('PUT', '/v3/project/{id}/wiki/drafts/{draft}/pages/{page}/autosave', {
    params: { id, draft, page },
    body: { body },
    headers: { 'If-Match': String(version) },
  })
}

export function useRebase(id: string, draft: string) {
  return useMutation({ meta, mutationFn: () => send('POST', '/v3/project/{id}/wiki/drafts/{draft}/rebase', { params: { id, draft } }) })
}

/** Decides a conflict; the answer is the preview after it. `onResolved` is called before that is shown. */
export function useResolve(id: string, draft: string, onResolved: (preview: Preview) => void) {
  const client = useQueryClient()
  return useMutation({
    meta,
    mutationFn: (body: BodyOf<'POST', '/v3/project/{id}/wiki/drafts/{draft}/resolve'>) =>
      send('POST', '/v3/project/{id}/wiki/drafts/{draft}/resolve', { params: { id, draft }, body }),
    onSuccess: (preview) => {
      onResolved(preview)
      client.setQueryData(wikiQueries.preview(id, draft).queryKey, preview)
    },
  })
}

export function useSubmit(id: string, draft: string) {
  return useMutation({
    meta,
    ...quiet,
    mutationFn: ({ msg, seen, key }: { msg: string; seen: string; key: string }) =>
      send('POST', '/v3/project/{id}/wiki/drafts/{draft}/submit', { params: { id, draft }, body: { msg, seen }, idempotencyKey: key }),
  })
}

export function useTakeBack(id: string) {
  return useMutation({
    meta,
    mutationFn: (draft: string) => send('POST', '/v3/project/{id}/wiki/drafts/{draft}/take-back', { params: { id, draft } }),
  })
}

export function useReopen(id: string) {
  return useMutation({
    meta,
    mutationFn: (draft: string) => send('POST', '/v3/project/{id}/wiki/drafts/{draft}/reopen', { params: { id, draft } }),
  })
}

export function useGiveUp(id: string) {
  return useMutation({
    meta,
    mutationFn: (draft: string) => send('POST', '/v3/project/{id}/wiki/drafts/{draft}/give-up', { params: { id, draft } }),
  })
}

/** Publishes what the reviewer saw. */
export function useAccept(id: string, draft: string) {
  return useMutation({
    meta,
    ...quiet,
    mutationFn: (seen: string) => send('POST', '/v3/project/{id}/wiki/drafts/{draft}/accept', { params: { id, draft }, body: { seen } }),
  })
}

export function useReject(id: string, draft: string) {
  return useMutation({
    meta,
    ...quiet,
    mutationFn: (body: { msg: string; submission: string }) =>
      send('POST', '/v3/project/{id}/wiki/drafts/{draft}/reject', { params: { id, draft }, body }),
  })
}

export function useRevert(id: string, change: string) {
  return useMutation({
    meta,
    ...quiet,
    mutationFn: (msg: string) => send('POST', '/v3/project/{id}/wiki/changes/{change}/revert', { params: { id, change }, body: { msg } }),
  })
}

export function useSaveSettings(id: string) {
  return useMutation({
    meta,
    mutationFn: (body: BodyOf<'PATCH', '/v3/project/{id}/wiki/settings'>) =>
      send('PATCH', '/v3/project/{id}/wiki/settings', { params: { id }, body }),
  })
}

export function useNameEditor(id: string) {
  return useMutation({
    meta,
    ...quiet,
    mutationFn: (account: string) => send('PUT', '/v3/project/{id}/wiki/editors/{account}', { params: { id, account } }),
  })
}

export function useUnnameEditor(id: string) {
  return useMutation({
    meta,
    mutationFn: (account: string) => send('DELETE', '/v3/project/{id}/wiki/editors/{account}', { params: { id, account } }),
  })
}

export function useBan(id: string) {
  return useMutation({
    meta,
    ...quiet,
    mutationFn: (body: BodyOf<'POST', '/v3/project/{id}/wiki/bans'>) =>
      send('POST', '/v3/project/{id}/wiki/bans', { params: { id }, body }),
  })
}

export function useLiftBan(id: string) {
  return useMutation({
    meta,
    ...quiet,
    mutationFn: ({ account, msg }: { account: string; msg: string }) =>
      send('DELETE', '/v3/project/{id}/wiki/bans/{account}', { params: { id, account }, query: { msg } }),
  })
}
