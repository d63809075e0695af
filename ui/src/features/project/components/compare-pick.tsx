import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { NativeSelect } from '@/components/ui/native-select'
import type { ProjectPage, VersionPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatDate } from '@/lib/format'
import { compareText as t } from '@/lib/i18n/zh-Hans/compare'
import { projectParams } from '@/lib/links'
import { versionQueries } from '@/lib/version-queries'
import ui from '@/components/ui/ui.module.css'
import versionScreenCss from './version-screen.module.css'
import css from './compare-screen.module.css'

const OFFERED = 100
const DAY = 86_400_000

type PickProps = { project: ProjectPage; before: VersionPage; after: VersionPage }

/** Which versions are compared, and how far apart they are. */
export function ComparePick({ project, before, after }: PickProps) {
  const navigate = useNavigate()
  const known = useQuery(versionQueries.versions(project.id, { limit: OFFERED }))
  const offered = [...(known.data?.versions ?? [])]
  const options = [before, after, ...offered]
    .filter((one, at, all) => all.findIndex((other) => other.id === one.id) === at)
    .sort((a, b) => Date.parse(b.date_published) - Date.parse(a.date_published))
    .map((one) => ({ value: one.id, label: `${one.version_number}（${formatDate(one.date_published)}）` }))
  const go = (from: string, to: string) =>
    void navigate({ to: '/$type/$id/compare', params: projectParams(project), search: { from, to }, replace: true, resetScroll: false })
  const days = Math.floor((Date.parse(after.date_published) - Date.parse(before.date_published)) / DAY)
  return (
    <header className={cn(versionScreenCss.block, css.pick)}>
      <h2>{t.title}</h2>
      <div className={css.fields}>
        <NativeSelect label={t.from} prefix={t.from} value={before.id} options={options} onValue={(id) => go(id, after.id)} />
        <NativeSelect label={t.to} prefix={t.to} value={after.id} options={options} onValue={(id) => go(before.id, id)} />
        {before.id === after.id ? null : <small className={ui.small}>{days > 0 ? t.days(days) : t.lessThanADay}</small>}
      </div>
    </header>
  )
}
