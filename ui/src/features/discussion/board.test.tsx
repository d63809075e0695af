import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, expect, test } from 'vitest'
import { answer } from '@/testing/answer'
import { ofProject, post, talkHandlers, talkOf } from '@/testing/discussion'
import { user } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'

const root = '/mod/gears-verdigris'
type Board = { discussion: string | null; opens: boolean; why: string | null }

let board: Board = { discussion: null, opens: false, why: null }
let sent: unknown[] = []

const boards = (first: Board) => {
  board = first
  sent = []
  server.use(
    answer('GET', '/v3/project/{id}/forum', () => board),
    answer('POST', '/v3/project/{id}/forum', async ({ request }) => {
      sent.push(await request.json())
      board = { discussion: 'Disc0001', opens: false, why: null }
      return { discussion: 'Disc0001' }
    }),
  )
}

const signedIn = () => {
  document.cookie = 'modyard_csrf=1; path=/'
  server.use(answer('GET', '/v2/user', () => ({ ...user, email_verified: true })))
}

afterEach(() => {
  document.cookie = 'modyard_csrf=; path=/; max-age=0'
  localStorage.clear()
})

test('the board of a project shows its discussion, whose links stay on the board', async () => {
  server.use(
    ...talkHandlers(
      talkOf(
        ofProject,
        Array.from({ length: 25 }, (_, at) => post(at + 1)),
      ),
    ),
  )
  boards({ discussion: 'Disc0001', opens: false, why: null })
  await renderRoute(`${root}/forum`)
  const first = await screen.findByRole('article', { name: /^1 楼，/ })
  expect(within(first).getByRole('link', { name: '1 楼的链接' }).getAttribute('href')).toBe(`${root}/forum#floor-1`)
  expect(screen.getAllByRole('link', { name: '第 2 页' })[0]?.getAttribute('href')).toBe(`${root}/forum?page=2`)
  expect(screen.getByRole('heading', { level: 2, name: '讨论' })).toBeTruthy()
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  const tab = within(screen.getByRole('navigation', { name: '资源页面' })).getByRole('link', { name: '讨论' })
  expect(tab.getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: '登录' }).getAttribute('href')).toContain(encodeURIComponent(`${root}/forum`))
  await waitFor(() => expect(document.title).toBe('讨论 - 齿轮与铜绿 - Modyard'))
})

test('a title of its own is that of the page', async () => {
  server.use(...talkHandlers(talkOf({ ...ofProject, title: '齿轮怎么咬合' })))
  boards({ discussion: 'Disc0001', opens: false, why: null })
  await renderRoute(`${root}/forum`)
  expect(await screen.findByRole('heading', { level: 2, name: '齿轮怎么咬合' })).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('齿轮怎么咬合 - 齿轮与铜绿 - Modyard'))
})

test('the address of a discussion of a project leads to the board, with its page and floor', async () => {
  server.use(
    ...talkHandlers(
      talkOf(
        ofProject,
        Array.from({ length: 25 }, (_, at) => post(at + 1)),
      ),
    ),
  )
  boards({ discussion: 'Disc0001', opens: false, why: null })
  const { router } = await renderRoute('/d/Disc0001?page=2#floor-22')
  await screen.findByRole('article', { name: /^22 楼，/ })
  await waitFor(() => expect(router.state.location.href).toBe(`${root}/forum?page=2#floor-22`))
})

test('a floor without its page leads to the page of the board with it', async () => {
  server.use(
    ...talkHandlers(
      talkOf(
        ofProject,
        Array.from({ length: 25 }, (_, at) => post(at + 1)),
      ),
    ),
  )
  boards({ discussion: 'Disc0001', opens: false, why: null })
  const { router } = await renderRoute('/d/Disc0001#floor-22')
  await screen.findByRole('article', { name: /^22 楼，/ })
  await waitFor(() => expect(router.state.location.href).toBe(`${root}/forum?page=2#floor-22`))
})

test('where there is no discussion, visitors read that the team may open one', async () => {
  boards({ discussion: null, opens: false, why: null })
  await renderRoute(`${root}/forum`)
  expect(await screen.findByText('还没有开启讨论')).toBeTruthy()
  expect(screen.getByText('资源的成员开启讨论后，大家可以在这里交流。')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '开启讨论' })).toBeNull()
})

test('a member who may not open one is told why', async () => {
  signedIn()
  boards({ discussion: null, opens: false, why: '你没有此资源的相应权限。' })
  await renderRoute(`${root}/forum`)
  expect(await screen.findByText('你没有此资源的相应权限。')).toBeTruthy()
})

test('who may opens the discussion, also without a text, and reads it at once', async () => {
  signedIn()
  server.use(...talkHandlers(talkOf(ofProject, [])))
  boards({ discussion: null, opens: true, why: null })
  await renderRoute(`${root}/forum`)
  const person = userEvent.setup()
  await person.click(await screen.findByRole('button', { name: '开启讨论' }))
  await screen.findByRole('textbox', { name: '开头的话' })
  await person.click(screen.getByRole('button', { name: '开启讨论' }))
  expect(await screen.findByRole('article', { name: '正文' })).toBeTruthy()
  expect(sent).toEqual([{ content: '' }])
})

test('a refused opening keeps what was written', async () => {
  signedIn()
  boards({ discussion: null, opens: true, why: null })
  server.use(
    answer('POST', '/v3/project/{id}/forum', () =>
      HttpResponse.json({ error: 'invalid_input', description: '该资源的讨论已经开启。' }, { status: 400 }),
    ),
  )
  await renderRoute(`${root}/forum`)
  const person = userEvent.setup()
  await person.click(await screen.findByRole('button', { name: '开启讨论' }))
  const field = await screen.findByRole('textbox', { name: '开头的话' })
  await person.click(field)
  await person.paste('在这里提问')
  await person.click(screen.getByRole('button', { name: '开启讨论' }))
  expect(await screen.findByText('该资源的讨论已经开启。')).toBeTruthy()
  expect((field as HTMLTextAreaElement).value || field.textContent).toContain('在这里提问')
})
