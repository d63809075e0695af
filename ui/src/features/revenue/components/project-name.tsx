import { PathLink } from '@/components/layout/path-link'
import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import type { LedgerProject } from '../types'
import ui from '@/components/ui/ui.module.css'

/** A project of the ledger; one that is gone has no page. */
export function ProjectName({ project }: { project: LedgerProject }) {
  if (project.title === null) return <span className={ui.subtle}>{t.breakdown.gone}</span>
  if (project.type === null) return project.title
  return (
    <PathLink className={ui.link} to="/$type/$id" params={{ type: project.type, id: project.slug ?? project.id }}>
      {project.title}
    </PathLink>
  )
}
