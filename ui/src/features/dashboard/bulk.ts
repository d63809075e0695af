import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '@/lib/api/client'
import { ApiError } from '@/lib/api/errors'
import type { Project } from '@/lib/api/types'
import { dashboardText as t } from '@/lib/i18n/zh-Hans/dashboard'

export const linkFields = ['issues_url', 'source_url', 'wiki_url', 'discord_url'] as const
export type LinkField = (typeof linkFields)[number]

/** What is done to a link: undefined leaves it, empty takes it away. */
export type BulkDraft = { links: Partial<Record<LinkField, string>>; add: string[]; remove: string[] }
export type Outcome = { state: 'waiting' | 'sending' | 'done' | 'failed' | 'same'; error?: string }

export function hasChanges(draft: BulkDraft): boolean {
  return Object.keys(draft.links).length + draft.add.length + draft.remove.length > 0
}

export type FieldChange = { name: LinkField | 'categories'; before: string[]; after: string[] }

/** Added tags that are not among the shown ones go to the others. */
function tagsAfter(project: Project, draft: BulkDraft): string[] {
  const now = [...project.categories, ...(project.additional_categories ?? [])]
  return [...now.filter((one) => !draft.remove.includes(one)), ...draft.add.filter((one) => !now.includes(one))]
}

/** What a draft would change in one project. */
export function bulkChanges(project: Project, draft: BulkDraft): FieldChange[] {
  const changes: FieldChange[] = []
  for (const name of linkFields) {
    const wanted = draft.links[name]
    const now = project[name] ?? ''
    if (wanted !== undefined && wanted.trim() !== now)
      changes.push({ name, before: now ? [now] : [], after: wanted.trim() ? [wanted.trim()] : [] })
  }
  const before = [...project.categories, ...(project.additional_categories ?? [])]
  const after = tagsAfter(project, draft)
  if (before.join() !== after.join()) changes.push({ name: 'categories', before, after })
  return changes
}

function patchOf(project: Project, draft: BulkDraft) {
  const has = [...project.categories, ...(project.additional_categories ?? [])]
  return {
    ...Object.fromEntries(Object.entries(draft.links).map(([name, text]) => [name, text.trim() || null])),
    remove_categories: draft.remove,
    remove_additional_categories: draft.remove,
    add_additional_categories: draft.add.filter((one) => !has.includes(one)),
  }
}

/** Changes projects one by one, so that a refusal of one does not keep the others from it. */
export function useBulkEdit() {
  const [outcomes, setOutcomes] = useState<Record<string, Outcome>>({})
  const run = useMutation({
    meta: { touches: ['projects'] },
    mutationFn: async ({ projects, draft }: { projects: readonly Project[]; draft: BulkDraft }) => {
      const set = (id: string, outcome: Outcome) => setOutcomes((now) => ({ ...now, [id]: outcome }))
      let failed = 0
      for (const project of projects) {
        if (bulkChanges(project, draft).length === 0) {
          set(project.id, { state: 'same' })
          continue
        }
        set(project.id, { state: 'sending' })
        try {
          await send('PATCH', '/v2/projects', { query: { ids: [project.id] }, body: patchOf(project, draft) })
          set(project.id, { state: 'done' })
        } catch (error) {
          failed++
          set(project.id, { state: 'failed', error: error instanceof ApiError ? error.description : t.bulkFailed })
        }
      }
      return failed
    },
    onError: () => undefined,
  })
  return { run, outcomes, reset: () => setOutcomes({}) }
}
