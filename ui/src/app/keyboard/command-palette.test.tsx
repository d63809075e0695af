import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http, HttpResponse } from 'msw'
import { afterEach, expect, test } from 'vitest'
import { usePalette } from '@/stores/palette'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'

afterEach(() => usePalette.getState().close())

const chosen = () => document.querySelector('[cmdk-item][data-selected="true"]')?.textContent

test('the first line is chosen while answers arrive, and Enter opens it; an unfinished word is not searched for', async () => {
  const asked: string[] = []
  server.use(
    http.get('*/v2/search', async ({ request }) => {
      const query = new URL(request.url).searchParams.get('query') ?? ''
      asked.push(query)
      await delay(30)
      const hit = { project_id: 'AAAAAAAA', slug: 'late-lamp', title: '迟到的灯', url_type: 'mod', icon_url: null, author: '甲' }
      return HttpResponse.json({ hits: query ? [hit] : [], total_hits: 1, offset: 0, limit: 6 })
    }),
  )
  const { router } = await renderRoute('/frog')
  usePalette.getState().open('commands')
  const field = await screen.findByPlaceholderText('搜索资源、页面和操作…')
  expect(chosen()).toBe('首页')
  asked.length = 0
  fireEvent.compositionStart(field)
  fireEvent.change(field, { target: { value: 'deng' } })
  await delay(200)
  expect(asked).toEqual([])
  fireEvent.change(field, { target: { value: '灯' } })
  fireEvent.compositionEnd(field)
  await screen.findByText('迟到的灯')
  await waitFor(() => expect(chosen()).toBe('迟到的灯模组'))
  await userEvent.keyboard('{ArrowDown}')
  await waitFor(() => expect(chosen()).toContain('搜索「灯」'))
  await userEvent.keyboard('{ArrowUp}')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/mod/late-lamp'))
})

test('a theme is chosen by its name or by its English one', async () => {
  await renderRoute('/frog')
  usePalette.getState().open('commands')
  await userEvent.type(await screen.findByPlaceholderText('搜索资源、页面和操作…'), 'retro')
  await userEvent.click(await screen.findByText('主题：矿灯'))
  expect(document.documentElement.dataset.theme).toBe('retro')
})
