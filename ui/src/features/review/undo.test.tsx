import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { ago } from '@/testing/time'
import { fakeLive } from '@/testing/live'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'
import { author, first, mate, resetEachTest, signedIn, world } from '@/testing/review'
import type { Proposal, Undo } from './undo-api'

resetEachTest()

const decision = '11111111-1111-8111-8111-111111111111'
const page = '/mod/gears-verdigris/moderation'
const root = '/_internal/moderation/project/:id/undo'

function rejected(undo: Partial<Undo> = {}) {
  world.status = 'rejected'
  const entries = world.history.entries.slice(0, 3)
  world.history = {
    entries,
    queue: null,
    undo: {
      decision,
      type: 'rejected',
      at: entries[2]?.at ?? '',
      moderator: mate,
      restores: 'processing',
      own: false,
      may: true,
      proposal: null,
      ...undo,
    },
  }
}

const proposal = (more: Partial<Proposal> = {}): Proposal => ({
  id: 'Propose1',
  project: { id: first.id, slug: 'gears-verdigris', url_type: 'mod', title: first.title, icon_url: null },
  decision,
  type: 'rejected',
  decided_at: ago(60),
  moderator: mate,
  proposer: { id: 'Mod00003', username: '青梧', avatar_url: null },
  reason: '看错了项目',
  at: ago(1),
  until: ago(-23),
  own: false,
  confirm: true,
  decline: true,
  ...more,
})

/** Answers the commands of undos, and notes them. */
function answers(status = 204, body: object = { error: 'conflict', description: '作者在这个决定之后已经重新提交，不能再撤销。' }) {
  const answer = async ({ request }: { request: Request }) => {
    const text = await request.text()
    world.asked.push([new URL(request.url).pathname.split('/undo')[1], text ? JSON.parse(text) : null])
    return status === 204 ? new HttpResponse(null, { status }) : HttpResponse.json(body, { status })
  }
  server.use(http.post(root, answer), http.post(`${root}/:proposal/confirm`, answer), http.post(`${root}/:proposal/decline`, answer))
}

test('a moderator undoes their own decision with a reason', async () => {
  rejected({ own: true })
  answers(200, { proposed: false, proposal: null })
  signedIn('moderator')
  const user = userEvent.setup()
  await renderRoute(page)
  await user.click(await screen.findByRole('button', { name: '撤销决定' }))
  const dialog = await screen.findByRole('dialog', { name: '撤销你的审核决定' })
  expect(within(dialog).getByText(/原来的位置/)).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: '撤销决定' }))
  expect(await within(dialog).findByText('请写明原因。')).toBeTruthy()
  await user.type(within(dialog).getByRole('textbox', { name: /原因/ }), '看错了项目')
  await user.click(within(dialog).getByRole('button', { name: '撤销决定' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(world.asked).toEqual([['', { decision, reason: { code: 'correction', text: '看错了项目' } }]])
})

test('another moderator proposes, and a conflict keeps what was typed', async () => {
  rejected()
  answers(409)
  signedIn('moderator')
  const user = userEvent.setup()
  await renderRoute(page)
  await user.click(await screen.findByRole('button', { name: '提议撤销' }))
  const dialog = await screen.findByRole('dialog', { name: '提议撤销这个审核决定' })
  expect(within(dialog).getByText(/须在 24 小时内确认/)).toBeTruthy()
  const reason = within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: /原因/ })
  await user.type(reason, '看错了项目')
  await user.click(within(dialog).getByRole('button', { name: '提议撤销' }))
  expect(await within(dialog).findByText(/已经重新提交/)).toBeTruthy()
  expect(reason.value).toBe('看错了项目')
})

test('a standing proposal is confirmed or declined by another moderator', async () => {
  rejected({ proposal: proposal() })
  answers()
  signedIn('moderator')
  const user = userEvent.setup()
  await renderRoute(page)
  expect(await screen.findByText('青梧 提议撤销 石榴 的「拒绝」决定')).toBeTruthy()
  expect(screen.getByText('原因：看错了项目')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '提议撤销' })).toBeNull()
  await user.click(screen.getByRole('button', { name: `确认撤销：${first.title}` }))
  await waitFor(() => expect(world.asked).toEqual([['/Propose1/confirm', null]]))
  await user.click(screen.getByRole('button', { name: `驳回提议：${first.title}` }))
  const dialog = await screen.findByRole('dialog', { name: '驳回撤销提议' })
  await user.type(within(dialog).getByRole('textbox', { name: /原因/ }), '决定没有错')
  await user.click(within(dialog).getByRole('button', { name: '驳回提议' }))
  await waitFor(() => expect(world.asked[1]).toEqual(['/Propose1/decline', { reason: { code: 'correction', text: '决定没有错' } }]))
})

test('who lost the race to answer a proposal is told beside the button', async () => {
  rejected({ proposal: proposal() })
  answers(409, { error: 'conflict', description: '这个提议已经有了结果，请刷新后查看。' })
  signedIn('moderator')
  const user = userEvent.setup()
  await renderRoute(page)
  await user.click(await screen.findByRole('button', { name: `确认撤销：${first.title}` }))
  expect(await screen.findByText('这个提议已经有了结果，请刷新后查看。')).toBeTruthy()
})

test('a proposer withdraws, and the one who decided can only undo', async () => {
  rejected({ proposal: proposal({ own: true, confirm: false }) })
  signedIn('moderator')
  await renderRoute(page)
  expect(await screen.findByRole('button', { name: `收回提议：${first.title}` })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /确认撤销/ })).toBeNull()
})

test('the moderator who decided sees the proposal and undoes alone', async () => {
  const me = { id: 'Mod00001', username: '岚桥', avatar_url: null }
  rejected({ own: true, moderator: me, proposal: proposal({ moderator: me, confirm: false, decline: false }) })
  signedIn('moderator')
  await renderRoute(page)
  expect(await screen.findByText(/你可以直接撤销，但不能确认或驳回/)).toBeTruthy()
  expect(screen.getByRole('button', { name: '撤销决定' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /确认撤销|驳回提议/ })).toBeNull()
})

test('a member sees that the decision was undone, why, and what follows', async () => {
  world.history = {
    ...world.history,
    entries: [
      ...world.history.entries.slice(0, 2),
      { ...(world.history.entries[2] as (typeof world.history.entries)[number]), undone: true },
      {
        position: 99,
        type: 'undone',
        at: ago(1),
        role: 'moderator',
        actor: null,
        from: 'rejected',
        to: 'processing',
        round: 1,
        message: '看错了项目',
        points: [],
      },
    ],
  }
  signedIn('developer', author.id)
  await renderRoute(page)
  const round = await screen.findByRole('list', { name: '第 1 轮' })
  const [newest, old] = within(round).getAllByRole('listitem')
  expect(newest?.textContent).toMatch(/审核人员审核决定已撤销/)
  expect(newest?.textContent).toMatch(/无需重新提交/)
  expect(old?.textContent).toMatch(/已撤销/)
  expect(screen.queryByRole('button', { name: /撤销/ })).toBeNull()
})

test('the queue lists open proposals, and follows them', async () => {
  const live = fakeLive()
  let list = [proposal()]
  server.use(http.get('/_internal/moderation/undo', () => HttpResponse.json({ proposals: list })))
  signedIn('moderator')
  await renderRoute('/moderation/review')
  const region = await screen.findByRole('region', { name: '等待确认的撤销提议' })
  expect(within(region).getByRole('link', { name: first.title }).getAttribute('href')).toContain('/moderation')
  expect(within(region).getByText('看错了项目', { exact: false })).toBeTruthy()
  list = []
  await waitFor(() => expect(live.streams()).toBeGreaterThan(0))
  live.moved('undo', 9)
  await waitFor(() => expect(screen.queryByRole('region', { name: '等待确认的撤销提议' })).toBeNull())
})
