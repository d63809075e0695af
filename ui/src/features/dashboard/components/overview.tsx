import { useQuery } from '@tanstack/react-query'
import type { User } from '@/lib/api/types'
import { formatCount, formatExact } from '@/lib/format'
import { dashboardText as t } from '@/lib/i18n/zh-Hans/dashboard'
import { ownProjectsQuery } from '../api'
import { totals } from '../model'
import { ProjectList } from './project-list'

/** The figures of everything one has published, above the list. */
export function Overview({ user, onCreate }: { user: User; onCreate: () => void }) {
  const projects = useQuery(ownProjectsQuery(user.id))
  const sum = totals(projects.data ?? [])
  const figures = [
    { name: t.downloads, value: sum.downloads },
    { name: t.follows, value: sum.followers },
    { name: t.published, value: sum.published },
    { name: t.waiting, value: sum.waiting },
  ]
  return (
    <div className="pile">
      <section className="card" aria-busy={projects.isPending || undefined}>
        <dl className="figs">
          {figures.map((figure) => (
            <div key={figure.name}>
              <dt>{figure.name}</dt>
              <dd title={formatExact(figure.value)}>{projects.data ? formatCount(figure.value) : '—'}</dd>
            </div>
          ))}
        </dl>
      </section>
      <ProjectList user={user} onCreate={onCreate} />
    </div>
  )
}
