import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { ProjectPage } from '@/lib/api/types'
import { reviewPanelText } from '@/lib/i18n/zh-Hans/review-panel'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import { localTime } from '@/lib/release-time'
import { server } from '@/testing/server'
import { DecisionForm } from './decision-form'

const HOUR_MS = 3_600_000

test('an approval with a time plans the release, and a past time blocks it', async () => {
  const seen: unknown[] = []
  server.use(
    http.post('*/v2/project/ProjOne1/schedule', async ({ request }) => {
      seen.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const decided: string[] = []
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DecisionForm
        project={{ id: 'ProjOne1', status: 'processing', requested_status: 'unlisted' } as ProjectPage}
        message="很好"
        onMessage={() => undefined}
        onDecided={(decision) => decided.push(decision)}
        onSkip={() => undefined}
        code=""
        onCode={() => undefined}
        options={['slug-misused']}
        templates={['opening@0', 'slug-misused@2']}
      />
    </QueryClientProvider>,
  )
  const field = screen.getByLabelText(t.releaseTime)
  const approve = () => screen.getByRole('button', { name: t.approve })
  fireEvent.change(field, { target: { value: localTime(Date.now() - HOUR_MS) } })
  expect(approve().hasAttribute('disabled')).toBe(true)
  expect(screen.getByText(t.block.time)).toBeTruthy()
  const local = localTime(Date.now() + HOUR_MS)
  fireEvent.change(field, { target: { value: local } })
  fireEvent.click(approve())
  fireEvent.click(await screen.findByRole('button', { name: reviewPanelText.ask.sure.approve }))
  await waitFor(() => expect(decided).toEqual(['approve']))
  expect(seen).toEqual([
    {
      time: new Date(local).toISOString(),
      requested_status: 'unlisted',
      reason: { code: 'complies' },
      moderation_message: '很好',
      moderation_options: ['slug-misused'],
      moderation_templates: ['opening@0', 'slug-misused@2'],
    },
  ])
})
