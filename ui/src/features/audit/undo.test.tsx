import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { renderRoute } from '@/testing/render-route'
import { first, mate, resetEachTest, signedIn, world } from '@/testing/review'
import { server } from '@/testing/server'
import { ago } from '@/testing/time'
import type { AuditEntry } from './api'

resetEachTest()

const decision = '11111111-1111-8111-8111-111111111111'
const other = '22222222-2222-8222-8222-222222222222'
const event = { id: decision, type: 'project.rejected.v1', stream: `project-${first.id}`, revision: 3 }

function entry(more: Partial<AuditEntry>): AuditEntry {
  return {
    position: 7,
    at: ago(1),
    kind: 'rejected',
    mark: '',
    actor: mate,
    actor_id: mate.id,
    role: 'moderator',
    subject: {
      type: 'project',
      id: first.id,
      name: first.title,
      account: null,
      version_number: null,
      project: { id: first.id, slug: 'gears-verdigris', url_type: 'mod', title: first.title, icon_url: null },
    },
    about: null,
    about_id: '',
    item: '',
    item_type: '',
    round: 1,
    from: 'processing',
    to: 'rejected',
    value: '',
    options: [],
    message: '',
    reason: null,
    event,
    ...more,
  }
}

async function opened(entries: AuditEntry[]) {
  server.use(
    http.get('/_internal/moderation/audit', () => HttpResponse.json({ entries, next: null })),
    http.get('/_internal/moderation/audit/:position', () =>
      HttpResponse.json({ ...event, position: 7, recorded: ago(1), metadata: {}, data: {}, leaf: null }),
    ),
  )
  signedIn('moderator')
  const user = userEvent.setup()
  await renderRoute('/moderation/audit')
  await user.click(await screen.findByRole('button', { name: /^展开/ }))
}

test('the newest decision can be undone from its entry, an older one cannot', async () => {
  world.history = {
    ...world.history,
    undo: { decision, type: 'rejected', at: ago(1), moderator: mate, restores: 'processing', own: false, may: true, proposal: null },
  }
  await opened([entry({})])
  expect(await screen.findByRole('button', { name: '提议撤销' })).toBeTruthy()
})

test('an older decision is shown without a way to undo it', async () => {
  await opened([entry({ event: { ...event, id: other } })])
  expect(await screen.findByText('project.rejected.v1')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /撤销/ })).toBeNull()
})

test('an undone decision says why, and leads to the decision', async () => {
  await opened([
    entry({
      event: { ...event, id: other },
      kind: 'decision-undone',
      from: 'rejected',
      to: 'processing',
      value: decision,
      reason: { code: 'correction', text: '看错了项目' },
    }),
  ])
  const table = screen.getByRole('table')
  expect(within(table).getByText('撤销决定')).toBeTruthy()
  expect(within(table).getAllByText(/看错了项目/).length).toBeGreaterThan(0)
  expect(within(table).queryByText(new RegExp(decision))).toBeNull()
  expect(screen.getByRole('link', { name: '所撤销的决定' }).getAttribute('href')).toContain(decision)
})
