import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { Conflict, Draft, Preview } from '@/features/wiki/api'
import { answer } from '@/testing/answer'
import { user as me } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'
import { draft, preview, readOnlyWiki } from '@/testing/wiki'

const conflict: Conflict = {
  page: 'start',
  title: '开始',
  field: 'body',
  base: '一\n二',
  mine: '一\n贰',
  theirs: '一\n两',
  mine_text: '',
  theirs_text: '',
  change: '',
  sides: ['mine', 'theirs', 'hand'],
  by_hand: true,
}
const submitted: Draft = { ...draft, status: 'review', own: false, may_review: true, conflicts: 1 }
let now: Preview
let sent: unknown

beforeEach(() => {
  localStorage.clear()
  document.cookie = 'modyard_csrf=token'
  now = { ...preview, conflicts: [conflict] }
  sent = undefined
  server.use(
    answer('GET', '/v2/user', () => me),
    answer('GET', '/v3/project/{id}/wiki', () => readOnlyWiki),
    answer('GET', '/v3/project/{id}/wiki/drafts/{draft}', () => submitted),
    answer('GET', '/v3/project/{id}/wiki/drafts/{draft}/preview', () => now),
    answer('POST', '/v3/project/{id}/wiki/drafts/{draft}/resolve', async ({ request }) => {
      sent = await request.json()
      now = { ...preview, seen: 'settled' }
      return now
    }),
  )
})

test('a merge by hand begins with both versions, and is used when no marker remains', async () => {
  const user = userEvent.setup()
  await renderRoute(`/mod/gears-verdigris/wikis/review/${draft.id}`)
  await user.click(await screen.findByRole('button', { name: /^手工合并/ }))
  const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: '合并结果' })
  expect(text.value).toBe('一\n<<<<<<< 已发布\n两\n=======\n贰\n>>>>>>> 草稿')
  const use = screen.getByRole<HTMLButtonElement>('button', { name: '采用这个结果' })
  expect(use.disabled).toBe(true)
  expect(screen.getByText(/删去这些标记行，才能采用/)).toBeTruthy()
  await user.clear(text)
  await user.type(text, '一和二')
  await user.click(use)
  await waitFor(() => expect(sent).toMatchObject({ page: 'start', field: 'body', side: 'hand', text: '一和二' }))
})

test('the decision of a conflict is no news to who made it', async () => {
  const user = userEvent.setup()
  await renderRoute(`/mod/gears-verdigris/wikis/review/${draft.id}`)
  const told: string[] = []
  const watch = new MutationObserver(() => {
    if (screen.queryByText('预览已更新')) told.push('stale')
  })
  watch.observe(document.body, { childList: true, subtree: true })
  await user.click(await screen.findByRole('button', { name: /^采用已发布/ }))
  expect(await screen.findByText('冲突已解决')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('heading', { name: '1 处冲突' })).toBeNull())
  watch.disconnect()
  expect(told).toEqual([])
})

test('a revert that conflicts keeps its reason for the submission of its draft', async () => {
  const own: Draft = { ...draft, own: true, conflicts: 1 }
  server.use(
    answer('GET', '/v3/project/{id}/wiki', () => ({
      ...readOnlyWiki,
      standing: { ...readOnlyWiki.standing, may_review: true, may_draft: true, draft: own },
    })),
    answer('GET', '/v3/project/{id}/wiki/drafts/{draft}', () => own),
    answer('GET', '/v3/project/{id}/wiki/changes/{change}', () => ({
      change: {
        id: 'c3',
        number: 3,
        at: '2026-05-01T00:00:00Z',
        author: null,
        published_by: null,
        msg: '改了',
        pages: [],
        page_count: 0,
        added: 1,
        removed: 0,
        reverts: '',
        reverts_number: 0,
        reverted_by: '',
        reverted_by_number: 0,
      },
      pages: [],
    })),
    answer('POST', '/v3/project/{id}/wiki/changes/{change}/revert', () => ({ change: '', draft: draft.id })),
  )
  const user = userEvent.setup()
  await renderRoute('/mod/gears-verdigris/wikis/history/c3')
  await user.click(await screen.findByRole('button', { name: '撤销此更改' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /撤销原因/ }), '写错了')
  await user.click(dialog.getByRole('button', { name: '撤销此更改' }))
  await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /提交原因/ }).value).toBe('写错了'))
})
