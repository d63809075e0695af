import { expect, test } from 'vitest'
import { auditText } from './zh-Hans/audit'
import { dashboardText } from './zh-Hans/dashboard'
import { manageText } from './zh-Hans/manage'
import { projectText } from './zh-Hans/project'
import { releasePlanText } from './zh-Hans/release-plan'
import { reviewText } from './zh-Hans/review'
import { settingsText } from './zh-Hans/settings'

test('a status of a project has one word wherever it is shown', () => {
  const words = projectText.statuses
  for (const shown of [auditText.statuses, dashboardText.statusName] as Record<string, string>[])
    for (const [status, word] of Object.entries(words))
      if (shown[status] !== undefined) expect([status, shown[status]]).toEqual([status, word])
})

test('what an author asks for is a visibility: public, with the words of the statuses otherwise', () => {
  for (const asked of [reviewText.requests, settingsText.statuses, manageText.visibilities, releasePlanText.statuses])
    for (const [status, word] of Object.entries(asked))
      expect([status, word]).toEqual([status, status === 'approved' ? '公开' : projectText.statuses[status]])
})
