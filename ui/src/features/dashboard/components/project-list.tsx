import { Link, PackagePlus, Plus, Search, SearchX } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Empty, ErrorCard } from '@/components/ui/feedback'
import { ItemBones } from '@/components/ui/item-bones'
import { SearchInput } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import type { User } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { dashboardText as t } from '@/lib/i18n/zh-Hans/dashboard'
import { useOwnProjects } from '../api'
import { statuses, type SortKey, type StatusFilter } from '../list-search'
import { filterProjects, sortProjects } from '../model'
import { ProjectTable } from './project-table'
import toolbarCss from '@/components/ui/toolbar.module.css'
import ui from '@/components/ui/ui.module.css'

const BulkDialog = lazy(() => import('./bulk-dialog'))

/** How the list is looked at. */
export type ListSearch = { q?: string | undefined; status?: StatusFilter | undefined; sort?: SortKey | undefined; up?: boolean | undefined }

type ProjectListProps = {
  user: User
  onCreate: () => void
  /** Given where the address keeps them; there the list is sorted by columns and changed in bulk. */
  search?: ListSearch
  onSearch?: (search: ListSearch) => void
}

/** One's projects, to look through and to go on with. */
export function ProjectList({ user, onCreate, search, onSearch }: ProjectListProps) {
  const projects = useOwnProjects(user.id)
  const [own, setOwn] = useState<ListSearch>({})
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [bulk, setBulk] = useState(false)
  const { q: text = '', status = 'all', sort = 'updated', up = false } = search ?? own
  const find = (patch: Partial<ListSearch>) => (onSearch ?? setOwn)({ ...(search ?? own), ...patch })
  if (projects.isError && !projects.data) return <ErrorCard error={projects.error} onRetry={() => void projects.refetch()} />
  if (!projects.data) return <ItemBones count={5} />
  if (projects.data.length === 0) {
    return (
      <section className={ui.card}>
        <Empty level={2} icon={PackagePlus} title={t.emptyTitle} hint={t.emptyHint}>
          <Button onClick={onCreate}>
            <Plus className={ui.icon} aria-hidden />
            {t.emptyAction}
          </Button>
        </Empty>
      </section>
    )
  }
  const shown = sortProjects(filterProjects(projects.data, text, status), { by: sort, up })
  const chosen = shown.filter((one) => picked.has(one.id))
  const options = [{ value: 'all' as const, label: t.all }, ...statuses.map((one) => ({ value: one, label: t.statusName[one] }))]
  return (
    <section className={ui.card}>
      <div className={toolbarCss.root}>
        <SearchInput
          label={t.find}
          placeholder={t.find}
          size="sm"
          value={text}
          onValue={(q) => find({ q })}
          icon={<Search className={ui.icon} aria-hidden />}
        />
        <Select<StatusFilter>
          label={t.status}
          prefix={t.status}
          size="sm"
          value={status}
          onValue={(value) => find({ status: value })}
          options={options}
        />
        <span className={cn(ui.subtle, ui.text13, ui.tabular)} aria-live="polite">
          {chosen.length > 0 ? t.selected(chosen.length) : t.count(shown.length)}
        </span>
        {onSearch ? (
          <span className={cn(toolbarCss.end, ui.row)}>
            {chosen.length > 0 ? (
              <Button kind="quiet" size="sm" onClick={() => setPicked(new Set())}>
                {t.selectNone}
              </Button>
            ) : null}
            <Button
              size="sm"
              disabled={chosen.length === 0}
              title={chosen.length === 0 ? t.bulkHint : undefined}
              onClick={() => setBulk(true)}
            >
              <Link className={ui.icon} aria-hidden />
              {t.bulk}
            </Button>
          </span>
        ) : null}
      </div>
      {shown.length > 0 ? (
        onSearch ? (
          <ProjectTable
            projects={shown}
            sorting={{ by: sort, up }}
            onSort={(next) => find({ sort: next.by, up: next.up })}
            picked={picked}
            onPick={(ids) => setPicked(new Set(ids))}
          />
        ) : (
          <ProjectTable projects={shown} />
        )
      ) : (
        <Empty level={2} icon={SearchX} title={t.noneTitle} hint={t.noneHint}>
          <Button
            onClick={() => {
              find({ q: '', status: 'all' })
            }}
          >
            {t.clear}
          </Button>
        </Empty>
      )}
      {bulk ? (
        <Suspense>
          <BulkDialog projects={chosen} onClose={() => setBulk(false)} />
        </Suspense>
      ) : null}
    </section>
  )
}
