import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render as renderPlain, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { askReasonsWith } from '@/lib/api/reason'
import type { OwnUser, ProjectPage } from '@/lib/api/types'
import { monetizationText as t } from '@/lib/i18n/zh-Hans/monetization'
import { sessionQuery } from '@/lib/session'
import { projects } from '@/testing/projects'
import { server } from '@/testing/server'
import { Monetization } from './monetization'

const [first] = projects
if (!first) throw new Error('no fixture')
const [founder] = first.members
if (!founder) throw new Error('no member')

afterEach(() => askReasonsWith(undefined))

function render(monetization_status: ProjectPage['monetization_status'], who: Pick<OwnUser, 'id' | 'role'>) {
  const client = new QueryClient()
  client.setQueryData(sessionQuery.queryKey, who as OwnUser)
  renderPlain(
    <QueryClientProvider client={client}>
      <Monetization project={{ ...(first as ProjectPage), monetization_status }} />
    </QueryClientProvider>,
  )
}

const owner = { id: founder.user.id, role: 'developer' } as const
const moderator = { id: 'Moderat1', role: 'moderator' } as const

/** The bodies of the edits; one without a reason is refused where it needs one. */
function edits(reason: boolean) {
  const seen: unknown[] = []
  server.use(
    http.patch('*/v2/project/:id', async ({ request }) => {
      const body = (await request.json()) as object
      seen.push(body)
      return reason && !('reason' in body)
        ? HttpResponse.json({ error: 'invalid_input', description: '请说明操作原因。', field: 'reason' }, { status: 400 })
        : new HttpResponse(null, { status: 204 })
    }),
  )
  return seen
}

const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name: new RegExp(`^${name}`) }))
const saves = () => screen.getByRole<HTMLButtonElement>('button', { name: t.save })

test('a member takes the project out of the revenue, and has no third choice', async () => {
  const seen = edits(false)
  render('monetized', owner)
  expect(screen.getAllByRole('radio')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: t.save })).toBeNull()
  choose(t.choices.demonetized)
  fireEvent.click(saves())
  await waitFor(() => expect(seen).toEqual([{ monetization_status: 'demonetized' }]))
})

test('what the staff has excluded can only be read', () => {
  render('force-demonetized', owner)
  expect(screen.getByText(t.forced)).toBeTruthy()
  for (const radio of screen.getAllByRole<HTMLInputElement>('radio')) expect(radio.matches(':disabled')).toBe(true)
  expect(screen.queryByRole('button', { name: t.save })).toBeNull()
})

test('a person without the right cannot change it, and reads why', () => {
  render('monetized', { id: 'Strange1', role: 'developer' })
  expect(screen.getByRole('group').getAttribute('title')).toBeTruthy()
  expect(screen.getByRole('group').hasAttribute('disabled')).toBe(true)
})

test('the staff excludes a project with a reason', async () => {
  const reason = { code: 'rules', text: '刷量' }
  const ask = vi.fn(() => Promise.resolve(reason))
  askReasonsWith(ask)
  const seen = edits(true)
  render('monetized', moderator)
  choose(t.choices['force-demonetized'])
  fireEvent.click(saves())
  await waitFor(() => expect(seen.at(-1)).toEqual({ monetization_status: 'force-demonetized', reason }))
  expect(ask).toHaveBeenCalledOnce()
})
