import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Changes, Steps } from '@/features/history/api'
import { changesOf, stepOf, thenOf } from '@/testing/history'
import { renderRoute } from '@/testing/render-route'
import { author, first, resetEachTest, signedIn } from '@/testing/review'
import { server } from '@/testing/server'

resetEachTest()

const at = (day: number) => `2026-01-0${day}T00:00:00Z`
const past: Steps = {
  inside: true,
  steps: [
    stepOf({ position: 1, at: at(1), type: 'created', to: 'draft', public: false, by: author, kinds: ['project.created'] }),
    stepOf({ position: 2, at: at(2), type: 'submitted', from: 'draft', to: 'processing', public: false, round: 1, by: author }),
    stepOf({
      position: 3,
      at: at(3),
      type: 'rejected',
      from: 'processing',
      to: 'rejected',
      public: false,
      round: 1,
      role: 'moderator',
      message: '请补充',
      points: [{ id: 'summary-insufficient', name: '不足', step: 'summary', title: '简介' }],
    }),
    stepOf({
      position: 5,
      at: at(4),
      from: 'rejected',
      to: 'rejected',
      public: false,
      round: 1,
      by: author,
      kinds: ['project.summarised'],
    }),
  ],
}

const hash = (letter: string) => ({ sha1: letter.repeat(40), sha512: letter.repeat(128) })
const file = (name: string, letter: string) => ({
  hashes: hash(letter),
  url: '/f',
  filename: name,
  primary: true,
  size: 2048,
  file_type: null,
})
const changes = changesOf({
  fields: [
    { field: 'summary', kind: 'text', from: ['在雾里开船'], to: ['在海上开船'] },
    { field: 'categories', kind: 'list', from: ['magic'], to: ['magic', 'adventure'] },
    { field: 'license', kind: 'value', from: [], to: ['MIT'] },
  ],
  pictures: [
    {
      change: 'removed',
      from: { url: '/a.png', raw_url: '/a.png', featured: false, title: '码头', description: null, created: at(1), ordering: 0 },
      to: null,
    },
  ],
  versions: [
    {
      change: 'changed',
      id: 'V1',
      number: '1.3.1',
      fields: [],
      files: [
        { change: 'added', from: null, to: file('pack.zip', 'b') },
        { change: 'removed', from: file('old.jar', 'c'), to: null },
      ],
    },
  ],
  total: 1,
})

/** Serves a past, and keeps what was asked about its differences. */
function serve(steps: Steps, answer: Changes = changes): string[] {
  const asked: string[] = []
  server.use(
    http.get('/_internal/project/:id/steps', () => HttpResponse.json(steps)),
    http.get('/_internal/project/:id/changes', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json(answer)
    }),
    http.get('/_internal/project/:id/as_of/:position', ({ params }) =>
      HttpResponse.json(thenOf(Number(params.position), `当时 ${String(params.position)}`)),
    ),
  )
  return asked
}

test('a member sees every step, the role of the staff, and what changed since the last submission', async () => {
  const asked = serve(past)
  signedIn('developer', author.id)
  await renderRoute('/mod/gears-verdigris/history')
  const round = await screen.findByRole('list', { name: '第 1 轮' })
  expect(
    within(round)
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual([expect.stringContaining('简介'), expect.stringMatching(/审核人员拒绝已拒绝简介 · 不足/), expect.stringContaining('提交审核')])
  const region = await screen.findByRole('region', { name: '改动' })
  const row = await within(region).findByRole('row', { name: /^简介/ })
  expect(row.querySelector('del')?.textContent).toBe('雾里')
  expect(row.querySelector('ins')?.textContent).toBe('海上')
  expect(within(region).getByText('冒险').tagName).toBe('INS')
  expect(within(region).getByRole('row', { name: /文件 · 移除/ }).textContent).toContain('c'.repeat(128))
  expect(within(region).getByRole('img', { name: '码头' })).toBeTruthy()
  expect([...new Set(asked)]).toEqual(['?from=2&to=5'])
})

test('the handle moves by the keyboard, the address follows, and the page of then has a notice and a way back', async () => {
  serve(past)
  signedIn('developer', author.id)
  const user = userEvent.setup()
  const { router } = await renderRoute('/mod/gears-verdigris/history')
  const handle = await screen.findByRole('slider', { name: '时间点' })
  expect(handle.getAttribute('aria-valuenow')).toBe('4')
  handle.focus()
  await user.keyboard('{ArrowLeft}')
  await waitFor(() => expect(router.state.location.searchStr).toBe('?as_of=3&show=changes'))
  await waitFor(() => expect(handle.getAttribute('aria-valuetext')).toMatch(/拒绝$/))
  await user.click(screen.getByRole('button', { name: '当时的页面' }))
  expect(await screen.findByText(/^你看到的是 2026年1月1日.*的资源。$/)).toBeTruthy()
  expect(screen.getByRole('heading', { level: 2, name: /当时 3/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: '回到现在' }).getAttribute('href')).toBe('/mod/gears-verdigris')
  await user.keyboard('{Tab}')
  handle.focus()
  await user.keyboard('{End}')
  expect(await screen.findByText('这是资源现在的样子。')).toBeTruthy()
})

test('a key that is held moves the handle at once, and asks only for the moment at which it is let go of', async () => {
  serve(past)
  const asked: string[] = []
  server.events.on('request:start', ({ request }) => {
    const position = /as_of\/(\d+)$/.exec(new URL(request.url).pathname)?.[1]
    if (position) asked.push(position)
  })
  signedIn('developer', author.id)
  const { router } = await renderRoute('/mod/gears-verdigris/history')
  const handle = await screen.findByRole('slider', { name: '时间点' })
  asked.length = 0
  handle.focus()
  // In one task: a pause between them would be a rest, which asks too.
  for (let times = 0; times < 3; times++) fireEvent.keyDown(handle, { key: 'ArrowLeft' })
  fireEvent.keyUp(handle, { key: 'ArrowLeft' })
  expect(handle.getAttribute('aria-valuenow')).toBe('1')
  await waitFor(() => expect(router.state.location.searchStr).toContain('as_of='))
  await waitFor(() => expect(asked).toHaveLength(1))
  server.events.removeAllListeners()
})

test('a moment can be compared with now, and with another one', async () => {
  const asked = serve(past)
  signedIn('developer', author.id)
  const user = userEvent.setup()
  await renderRoute('/mod/gears-verdigris/history?as_of=3&show=changes')
  await user.click(await screen.findByRole('button', { name: '与现在比较' }))
  await waitFor(() => expect(asked.at(-1)).toBe('?from=3&to=5'))
  await user.selectOptions(screen.getByRole('combobox', { name: '与哪个时间点对比' }), '2')
  await waitFor(() => expect(asked.at(-1)).toBe('?from=2&to=5'))
})

test('a moment that was not public is said in words', async () => {
  serve({ inside: false, steps: [stepOf({ position: 7, type: 'approved' })] })
  server.use(
    http.get('/_internal/project/:id/as_of/:position', () => HttpResponse.json({ error: 'not_found', description: '' }, { status: 404 })),
  )
  await renderRoute('/mod/gears-verdigris/history?as_of=7')
  expect(await screen.findByText('只能查看资源公开时的样子')).toBeTruthy()
  expect(screen.getByRole('list', { name: '公开记录' })).toBeTruthy()
})

test('an author ticks off what to mend, and the ticks are still there later', async () => {
  serve(past)
  server.use(
    http.get('/_internal/project/:id', () => HttpResponse.json({ ...first, status: 'rejected' })),
    http.get('/_internal/project/:id/history', () =>
      HttpResponse.json({
        entries: past.steps.filter(({ type }) => type !== 'changed').map((step) => ({ ...step, actor: null })),
        queue: null,
      }),
    ),
  )
  signedIn('developer', author.id)
  const user = userEvent.setup()
  const { unmount } = await renderRoute('/mod/gears-verdigris/moderation')
  const mend = await screen.findByRole('region', { name: '要改的地方' })
  expect(within(mend).getByRole('link', { name: '去修改：简介 · 不足' }).getAttribute('href')).toBe('/mod/gears-verdigris/settings')
  await user.click(within(mend).getByRole('checkbox', { name: '简介 · 不足' }))
  expect(within(mend).getByText('已完成 1 / 1')).toBeTruthy()
  unmount()
  await renderRoute('/mod/gears-verdigris/moderation')
  expect(await screen.findByText('已完成 1 / 1')).toBeTruthy()
  expect(await screen.findByText('自上次提交以来的改动')).toBeTruthy()
})
