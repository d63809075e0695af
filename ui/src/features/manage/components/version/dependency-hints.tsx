import { Lightbulb } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Pic } from '@/components/ui/pic'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import { versionText } from '@/lib/i18n/zh-Hans/versions'
import type { DependencyDraft } from '../../model/version-draft'
import type { DetectedDependency } from '../../staged'
import type { NamedProject } from '@/components/ui/project-finder'
import ui from '@/components/ui/ui.module.css'
import css from './dependency-hints.module.css'

type DependencyHintsProps = {
  known: readonly DetectedDependency[]
  unknown: readonly DetectedDependency[]
  /** What the last version depended on and this one does not. */
  former: readonly (DependencyDraft & { title: string })[]
  disabled: boolean
  onAdd: (dependencies: DependencyDraft[], named: NamedProject[]) => void
  onIgnore: (id: string) => void
}

const draftOf = (one: DetectedDependency): DependencyDraft => ({
  project_id: one.project?.id ?? null,
  version_id: null,
  file_name: null,
  dependency_type: one.dependency_type,
})
const named = (one: DetectedDependency): NamedProject[] =>
  one.project ? [{ id: one.project.id, title: one.project.title, icon_url: one.project.icon_url }] : []

/** What the files and the last version say about dependencies: offered, never added on its own. */
export function DependencyHints({ known, unknown, former, disabled, onAdd, onIgnore }: DependencyHintsProps) {
  if (known.length + unknown.length + former.length === 0) return null
  return (
    <ul className={css.root}>
      {known.map((one) => (
        <li key={one.id} className={css.hint}>
          <Pic src={one.project?.icon_url} project={one.id} name={one.project?.title ?? one.id} size={24} />
          <span className={ui.grow}>
            {t.hintNeeds} <b>{one.project?.title}</b>
            <small>
              {versionText.dependency[one.dependency_type]}
              {one.range ? ` ${one.range}` : ''}
            </small>
          </span>
          <Button
            size="xs"
            kind="outline"
            disabled={disabled}
            aria-label={t.addHint(one.project?.title ?? one.id)}
            onClick={() => onAdd([draftOf(one)], named(one))}
          >
            {t.add}
          </Button>
          <Button
            size="xs"
            kind="quiet"
            disabled={disabled}
            aria-label={t.ignoreHint(one.project?.title ?? one.id)}
            onClick={() => onIgnore(one.id)}
          >
            {t.ignore}
          </Button>
        </li>
      ))}
      {known.length > 1 ? (
        <li>
          <Button size="xs" disabled={disabled} onClick={() => onAdd(known.map(draftOf), known.flatMap(named))}>
            {t.addAllHints(known.length)}
          </Button>
        </li>
      ) : null}
      {former.map((one) => (
        <li key={`former-${one.project_id ?? one.file_name}`} className={css.hint}>
          <Lightbulb className={ui.icon14} aria-hidden />
          <span className={ui.grow}>
            {t.formerBefore} <b>{one.title}</b>
            {t.formerAfter(versionText.dependency[one.dependency_type])}
          </span>
          <Button
            size="xs"
            kind="outline"
            disabled={disabled}
            onClick={() =>
              onAdd([{ project_id: one.project_id, version_id: null, file_name: one.file_name, dependency_type: one.dependency_type }], [])
            }
          >
            {t.keep}
          </Button>
          <Button size="xs" kind="quiet" disabled={disabled} onClick={() => onIgnore(one.project_id ?? one.file_name ?? '')}>
            {t.dontKeep}
          </Button>
        </li>
      ))}
      {unknown.length > 0 ? (
        <li className={ui.small}>
          {t.unknownHints(
            unknown
              .map((one) => one.id)
              .slice(0, 8)
              .join('、'),
          )}
        </li>
      ) : null}
    </ul>
  )
}
