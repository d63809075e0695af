import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render as renderPlain, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { releasePlanText as t } from '@/lib/i18n/zh-Hans/release-plan'
import { localTime } from '@/lib/release-time'
import { server } from '@/testing/server'
import { ReleasePlan } from './release-plan'

const HOUR_MS = 3_600_000

const render = (card: ReactElement) => renderPlain(<QueryClientProvider client={new QueryClient()}>{card}</QueryClientProvider>)

/** The requests for the plan of a project or a version. */
function requests() {
  const seen: { method: string; path: string; body: unknown }[] = []
  server.use(
    http.all('*/v2/:kind/:id/schedule', async ({ request }) => {
      const text = await request.text()
      seen.push({ method: request.method, path: new URL(request.url).pathname, body: text ? JSON.parse(text) : undefined })
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return seen
}

const field = () => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${t.time}`))

test('a time in the zone of the viewer is sent as a moment, and a past one is refused at its field', async () => {
  const seen = requests()
  render(<ReleasePlan project="ProjOne1" plan={undefined} />)
  fireEvent.click(screen.getByRole('button', { name: t.plan }))
  expect(await screen.findByText(t.timeNone)).toBeTruthy()
  fireEvent.change(field(), { target: { value: localTime(Date.now() - HOUR_MS) } })
  fireEvent.click(screen.getByRole('button', { name: t.plan }))
  expect(await screen.findByText(t.timePast)).toBeTruthy()
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(seen).toEqual([])

  const local = localTime(Date.now() + HOUR_MS)
  fireEvent.change(field(), { target: { value: local } })
  fireEvent.change(screen.getByRole('combobox', { name: t.status }), { target: { value: 'unlisted' } })
  fireEvent.click(screen.getByRole('button', { name: t.plan }))
  await waitFor(() => expect(seen).toHaveLength(1))
  expect(seen[0]).toEqual({
    method: 'POST',
    path: '/v2/project/ProjOne1/schedule',
    body: { time: new Date(local).toISOString(), requested_status: 'unlisted' },
  })
})

test('a planned version shows its time, and its plan can be cancelled', async () => {
  const seen = requests()
  const time = new Date(Date.now() + 48 * HOUR_MS).toISOString()
  render(<ReleasePlan project="ProjOne1" version="VersOne1" plan={{ time, requested_status: 'archived' }} />)
  expect(field().value).toBe(localTime(new Date(time).getTime()))
  expect(screen.getByText(/^将于 .*设为「已停更」/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: t.cancel }))
  await waitFor(() => expect(seen).toEqual([{ method: 'DELETE', path: '/v2/version/VersOne1/schedule', body: undefined }]))
})

test('without the right nothing can be planned, and the reason is said', () => {
  render(<ReleasePlan project="ProjOne1" plan={undefined} refused="没有权限" />)
  expect(screen.getByTitle('没有权限').hasAttribute('disabled')).toBe(true)
})
