import { useQuery } from '@tanstack/react-query'
import { PackagePlus, Plus, Search, SearchX } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { SearchInput } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import type { ProjectStatus, User } from '@/lib/api/types'
import { dashboardText as t } from '@/lib/i18n/zh-Hans/dashboard'
import { ownProjectsQuery } from '../api'
import { filterProjects, type StatusFilter } from '../model'
import { ProjectTable } from './project-table'

const statuses: ProjectStatus[] = ['approved', 'processing', 'draft', 'rejected', 'withheld', 'archived', 'unlisted', 'private']

/** One's projects, to look through and to go on with. */
export function ProjectList({ user, onCreate }: { user: User; onCreate: () => void }) {
  const projects = useQuery(ownProjectsQuery(user.id))
  const [text, setText] = useState('')
  const [status, setStatus] = useState<StatusFilter>('all')
  if (projects.isError && !projects.data) return <ErrorCard error={projects.error} onRetry={() => void projects.refetch()} />
  if (!projects.data) return <ListBones />
  if (projects.data.length === 0) {
    return (
      <section className="card">
        <Empty icon={PackagePlus} title={t.emptyTitle} hint={t.emptyHint}>
          <Button kind="primary" onClick={onCreate}>
            <Plus className="i" aria-hidden />
            {t.emptyAction}
          </Button>
        </Empty>
      </section>
    )
  }
  const shown = filterProjects(projects.data, text, status)
  const options = [{ value: 'all' as const, label: t.all }, ...statuses.map((one) => ({ value: one, label: t.statusName[one] }))]
  return (
    <section className="card">
      <div className="tools">
        <SearchInput label={t.find} placeholder={t.find} size="sm" value={text} onValue={setText} icon={<Search className="i" aria-hidden />} />
        <Select<StatusFilter> label={t.status} prefix={t.status} size="sm" value={status} onValue={setStatus} options={options} />
        <span className="subtle t13 num" aria-live="polite">
          {t.count(shown.length)}
        </span>
      </div>
      {shown.length > 0 ? (
        <ProjectTable projects={shown} />
      ) : (
        <Empty icon={SearchX} title={t.noneTitle} hint={t.noneHint}>
          <Button
            onClick={() => {
              setText('')
              setStatus('all')
            }}
          >
            {t.clear}
          </Button>
        </Empty>
      )}
    </section>
  )
}

function ListBones() {
  return (
    <Loading className="card card-pad pile">
      {Array.from({ length: 5 }, (_, index) => (
        <div className="obj" key={index}>
          <Bone w={40} h={40} />
          <div className="grow">
            <Bone w="40%" h={16} />
            <Bone w="24%" h={12} />
          </div>
        </div>
      ))}
    </Loading>
  )
}
