import { useQuery } from '@tanstack/react-query'
import { PackageOpen, PackagePlus, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading, Note } from '@/components/ui/feedback'
import { cn } from '@/lib/cn'
import { organizationText as t } from '@/lib/i18n/zh-Hans/organization'
import { ORG } from '@/lib/permissions'
import { useSession } from '@/lib/session'
import { organizationQueries } from '../queries'
import { AddProjects } from './add-projects'
import { ProjectsTable } from './projects-table'
import { RemoveProjects } from './remove-projects'
import type { SettingsPageProps } from './settings-frame'
import ui from '@/components/ui/ui.module.css'

/** What an organisation owns: projects come in and go out here. */
export function ProjectsPage({ organization, standing }: SettingsPageProps) {
  const user = useSession()
  const query = useQuery(organizationQueries.projects(organization.id))
  const [marked, setMarked] = useState<readonly string[]>([])
  const [open, setOpen] = useState<'add' | 'remove'>()
  const mayAdd = (standing.rights & ORG.addProject) !== 0
  const mayRemove = (standing.rights & ORG.removeProject) !== 0
  if (query.isError && !query.data) return <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data || !user) {
    return (
      <Loading className={cn(ui.card, ui.cardPad)}>
        <Bone h={260} />
      </Loading>
    )
  }
  const { hits, total_hits: total } = query.data
  const chosen = hits.filter((hit) => marked.includes(hit.project_id))
  return (
    <section className={ui.card} aria-labelledby="projects-title">
      <header className={ui.cardHead}>
        <h2 id="projects-title">{t.pages.projects}</h2>
        <small className={cn(ui.small, ui.tabular)}>{total}</small>
        <span className={cn(ui.cardEnd, ui.row)}>
          {mayRemove ? (
            <Button size="sm" disabled={chosen.length === 0} onClick={() => setOpen('remove')}>
              <Undo2 className={ui.icon} aria-hidden />
              {chosen.length > 0 ? t.takeOutCount(chosen.length) : t.takeOut}
            </Button>
          ) : null}
          {mayAdd ? (
            <Button size="sm" kind="primary" onClick={() => setOpen('add')}>
              <PackagePlus className={ui.icon} aria-hidden />
              {t.moveIn}
            </Button>
          ) : null}
        </span>
      </header>
      {hits.length === 0 ? (
        <Empty icon={PackageOpen} title={t.noProjects} hint={mayAdd ? t.noProjectsHint : t.noProjectsHintOther} />
      ) : (
        <ProjectsTable hits={hits} marked={marked} {...(mayRemove ? { onMark: setMarked } : {})} />
      )}
      {total > hits.length ? <Note className={ui.cardPad}>{t.moreProjects(hits.length, total)}</Note> : null}
      {open === 'add' ? <AddProjects organization={organization} user={user} onClose={() => setOpen(undefined)} /> : null}
      {open === 'remove' ? (
        <RemoveProjects
          organization={organization}
          projects={chosen}
          onClose={() => setOpen(undefined)}
          onDone={() => {
            setMarked([])
            setOpen(undefined)
          }}
        />
      ) : null}
    </section>
  )
}
