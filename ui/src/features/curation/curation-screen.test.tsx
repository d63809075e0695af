import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { askReasonsWith } from '@/lib/api/reason'
import { answer } from '@/testing/answer'
import { user as me } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'

let sent: unknown[]

beforeEach(() => {
  document.cookie = 'modyard_csrf=t; path=/'
  sent = []
  const own = { title: '', description: '', image: '', icon_url: null }
  server.use(
    http.get('/v2/user', () => HttpResponse.json({ ...me, role: 'moderator' })),
    http.get('/_internal/curated/:place', ({ params }) =>
      HttpResponse.json(
        params.place === 'home'
          ? [
              { ...own, project: 'ProjAaa1', name: '甲', shown: true },
              { ...own, project: 'ProjBbb2', name: '乙', shown: false },
              { ...own, project: 'ProjCcc3', name: null, shown: false },
            ]
          : [],
      ),
    ),
    http.put('/_internal/curated/:place', async ({ request, params }) => {
      sent.push(params.place, await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
})

test('the staff orders, words, removes and adds the slides of a place', async () => {
  const user = userEvent.setup()
  await renderRoute('/moderation/curated')
  const list = await screen.findByRole('region', { name: '首页的精选' })
  expect(within(list).getAllByText('访客看不到')).toHaveLength(2)
  await user.click(within(list).getByRole('button', { name: '移除：已删除的资源' }))
  await user.click(within(list).getByRole('button', { name: '上移：乙' }))
  expect(within(list).getByRole('button', { name: '上移：乙' }).hasAttribute('disabled')).toBe(true)
  await user.type(within(list).getByRole('textbox', { name: '图片地址：乙' }), 'ftp://x')
  await user.click(screen.getByRole('button', { name: '保存' }))
  expect((await within(list).findByRole('alert')).textContent).toBe('请填写以 https:// 开头的完整地址。')
  expect(sent).toEqual([])
  await user.clear(within(list).getByRole('textbox', { name: '图片地址：乙' }))
  await user.type(within(list).getByRole('textbox', { name: '标题：乙' }), '归乡')
  await user.click(within(list).getByRole('button', { name: '添加资源' }))
  await user.type(within(list).getByRole('textbox', { name: '按名称查找' }), '齿轮')
  const [found] = await within(list).findAllByRole('button', { name: /齿轮与铜绿/ })
  if (!found) throw new Error('nothing was found')
  await user.click(found)
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  const entries = [
    { project: 'ProjBbb2', title: '归乡', description: '', image: '' },
    { project: 'ProjAaa1', title: '', description: '', image: '' },
    { project: expect.any(String), title: '', description: '', image: '' },
  ]
  expect(sent).toEqual(['home', { entries }])
})

test('the staff strikes a popular search with a reason and allows it again', async () => {
  const judged: unknown[] = []
  let struck: { term: string; struck: string; reason_code: string; reason_text: string }[] = []
  const judge = async ({ request }: { request: Request }) => {
    const body = (await request.json()) as { term: string; reason?: { code: string } }
    judged.push([new URL(request.url).pathname.split('/').at(-1), body])
    struck = request.url.endsWith('strike')
      ? [{ term: body.term, struck: '2026-11-25T08:00:00Z', reason_code: 'spam', reason_text: '广告' }]
      : []
    return undefined
  }
  server.use(
    answer('GET', '/_internal/moderation/searches', () => ({
      terms: [{ term: 'sodium', visitors: 1234 }].filter(() => struck.length === 0),
      struck,
    })),
    answer('POST', '/_internal/moderation/searches/strike', judge),
    answer('POST', '/_internal/moderation/searches/allow', judge),
  )
  askReasonsWith(() => Promise.resolve({ code: 'spam', text: '广告' }))
  const user = userEvent.setup()
  await renderRoute('/moderation/curated?place=searches')
  const shown = await screen.findByRole('region', { name: '很多人搜索的词' })
  expect(within(shown).getByText('1,234 位访客')).toBeTruthy()
  expect(within(shown).getByRole('link', { name: 'sodium' }).getAttribute('href')).toBe('/search?q=sodium')
  expect(screen.getByText('没有撤下的词')).toBeTruthy()
  await user.click(within(shown).getByRole('button', { name: '撤下：sodium' }))
  const gone = screen.getByRole('region', { name: '已撤下的词' })
  await within(gone).findByText('sodium')
  expect(within(gone).getByText(/垃圾内容：广告/)).toBeTruthy()
  expect(await screen.findByText('还没有足够多人搜索的词')).toBeTruthy()
  await user.click(within(gone).getByRole('button', { name: '重新允许：sodium' }))
  await screen.findByRole('button', { name: '撤下：sodium' })
  const because = { term: 'sodium', reason: { code: 'spam', text: '广告' } }
  expect(judged).toEqual([
    ['strike', because],
    ['allow', because],
  ])
  askReasonsWith(undefined)
})

test('a place without a choice says what visitors see, and others may not choose', async () => {
  const shown = await renderRoute('/moderation/curated?place=software')
  expect(await screen.findByText('还没有精选内容')).toBeTruthy()
  shown.unmount()
  server.use(http.get('/v2/user', () => HttpResponse.json(me)))
  await renderRoute('/moderation/curated')
  expect(await screen.findByText('只有管理人员可以选择精选内容。')).toBeTruthy()
})
