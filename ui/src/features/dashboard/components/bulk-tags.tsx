import { useQuery } from '@tanstack/react-query'
import { Bone } from '@/components/ui/feedback'
import type { Project } from '@/lib/api/types'
import { categoryLabel } from '@/lib/categories'
import { cn } from '@/lib/cn'
import { dashboardText as t } from '@/lib/i18n/zh-Hans/dashboard'
import { tagQueries } from '@/lib/tags'
import type { BulkDraft } from '../bulk'
import formCss from '@/components/ui/form.module.css'
import bulkDialogCss from './bulk-dialog.module.css'

type Tags = Pick<BulkDraft, 'add' | 'remove'>
type BulkTagsProps = { projects: readonly Project[]; draft: Tags; onDraft: (tags: Tags) => void }

/** Tags of the kinds that are chosen; each press goes on: leave, add to all, take from all. */
export function BulkTags({ projects, draft, onDraft }: BulkTagsProps) {
  const tags = useQuery(tagQueries.categories())
  if (!tags.data) return tags.isError ? null : <Bone h={80} />
  const types = new Set(projects.map((one) => one.project_type))
  const names = [...new Set(tags.data.filter((one) => types.has(one.project_type as Project['project_type'])).map((one) => one.name))]
  if (names.length === 0) return null
  const turn = (name: string) => {
    const [add, remove] = [draft.add, draft.remove].map((list) => list.filter((one) => one !== name)) as [string[], string[]]
    if (draft.add.includes(name)) remove.push(name)
    else if (!draft.remove.includes(name)) add.push(name)
    onDraft({ add, remove })
  }
  return (
    <fieldset className={bulkDialogCss.tags}>
      <legend className={formCss.label}>{t.bulkTags}</legend>
      <p className={formCss.hint}>{t.bulkTagsHint}</p>
      <div className={bulkDialogCss.picks}>
        {names.map((name) => {
          const state = draft.add.includes(name) ? 'add' : draft.remove.includes(name) ? 'remove' : undefined
          const count = projects.filter((one) => [...one.categories, ...(one.additional_categories ?? [])].includes(name)).length
          return (
            <button
              key={name}
              type="button"
              className={state ? cn(bulkDialogCss.pick, bulkDialogCss[state]) : bulkDialogCss.pick}
              aria-label={t.bulkTagState(categoryLabel(name), state)}
              onClick={() => turn(name)}
            >
              {state === 'add' ? '+ ' : state === 'remove' ? '− ' : ''}
              {categoryLabel(name)}
              {count > 0 ? <small>{count}</small> : null}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
