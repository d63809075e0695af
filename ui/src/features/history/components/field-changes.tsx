import { DataTable } from '@/components/ui/data-table'
import { categoryLabel } from '@/lib/categories'
import { cn } from '@/lib/cn'
import { historyText as t } from '@/lib/i18n/zh-Hans/history'
import { projectText } from '@/lib/i18n/zh-Hans/project'
import { reviewText } from '@/lib/i18n/zh-Hans/review'
import { versionText } from '@/lib/i18n/zh-Hans/versions'
import { loaderName } from '@/lib/loaders'
import type { FieldChange } from '../api'
import { projectsIn, useTitles } from '../use-titles'
import { WordDiff } from './word-diff'
import css from './diff.module.css'

type Titles = ReadonlyMap<string, string>

/** A value in the words of the page. */
function wordOf(field: string, value: string, titles: Titles): string {
  switch (field) {
    case 'status':
      return (projectText.statuses as Record<string, string>)[value] ?? t.versionStatus[value] ?? value
    case 'requested_status':
      return reviewText.requests[value] ?? value
    case 'client_side':
    case 'server_side':
      return (projectText.environment as Record<string, string>)[value] ?? value
    case 'environment':
      return value === 'unknown' ? t.unknown : (t.environments[value] ?? value)
    case 'dependencies': {
      const [kind = '', ...what] = value.split(' ')
      const name = what.join(' ')
      return `${(versionText.dependency as Record<string, string>)[kind] ?? kind} ${titles.get(name) ?? name}`
    }
    case 'version_type':
      return (versionText.channels as Record<string, string>)[value] ?? value
    case 'loaders':
      return loaderName(value)
    case 'categories':
    case 'additional_categories':
      return categoryLabel(value)
  }
  return value
}

type FieldChangesProps = { fields: readonly FieldChange[]; title?: string }

/** Short fields side by side: what was, what is, words marked. */
export function FieldChanges({ fields, title }: FieldChangesProps) {
  const titles = useTitles(projectsIn(fields))
  return (
    <DataTable title={title ?? t.diff.caption} className={css.table} columns={[t.diff.name, t.diff.before, t.diff.after]}>
      {fields.map((field) => (
        <tr key={field.field}>
          <th scope="row">{t.field[field.field] ?? field.field}</th>
          <Side field={field} titles={titles} side="removed" />
          <Side field={field} titles={titles} side="added" />
        </tr>
      ))}
    </DataTable>
  )
}

type SideProps = { field: FieldChange; titles: Titles; side: 'removed' | 'added' }

function Side({ field, titles, side }: SideProps) {
  const [own, other] = side === 'removed' ? [field.from, field.to] : [field.to, field.from]
  const [first] = own
  if (first === undefined) return <td className={css.none}>{t.diff.none}</td>
  return <td className={side === 'removed' ? css.old : css.new}>{contentOf(field, own, other, side, titles)}</td>
}

function contentOf(field: FieldChange, own: readonly string[], other: readonly string[], side: 'removed' | 'added', titles: Titles) {
  const Mark = side === 'removed' ? 'del' : 'ins'
  const first = own[0] ?? ''
  if (field.kind === 'picture') return <img className={css.icon} src={first} alt={t.field[field.field] ?? ''} loading="lazy" />
  if (field.kind === 'list')
    return (
      <span className={css.tags}>
        {own.map((one) => {
          const word = wordOf(field.field, one, titles)
          return other.includes(one) ? <span key={one}>{word}</span> : <Mark key={one}>{word}</Mark>
        })}
      </span>
    )
  if (field.kind === 'text') return <WordDiff before={field.from[0] ?? ''} after={field.to[0] ?? ''} side={side} />
  return <Mark className={cn(first.includes('://') && css.mono)}>{wordOf(field.field, first, titles)}</Mark>
}
