import { useQuery } from '@tanstack/react-query'
import { Download, ScrollText } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { Empty, ErrorCard } from '@/components/ui/feedback'
import { ApiError } from '@/lib/api/errors'
import { ItemBones } from '@/components/ui/item-bones'
import { PageHead } from '@/components/ui/page-head'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { auditText as t } from '@/lib/i18n/zh-Hans/audit'
import { auditQueries, exportAddress } from '../api'
import { parseAuditSearch, type AuditSearch } from '../search'
import { AuditFilterBar } from './audit-filters'
import { AuditTable } from './audit-table'
import queueCss from '@/components/ui/queue.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './audit.module.css'

/** Every decision and change of the site, newest first. */
export function AuditScreen({ search: given }: { search: AuditSearch }) {
  const search = parseAuditSearch(given)
  const { before, ...filters } = search
  const query = useQuery(auditQueries.page(search))
  const { data } = query
  const entries = data?.entries ?? []
  const filtered = Object.keys(filters).length > 0
  return (
    <>
      <PageHead title={t.title} sub={t.lead}>
        {(['csv', 'jsonl'] as const).map((format) => (
          <a key={format} className={buttonClass({ size: 'sm' })} href={exportAddress(filters, format)} download>
            <Download className={ui.icon} aria-hidden />
            {t.exportAs[format]}
          </a>
        ))}
      </PageHead>
      <AuditFilterBar key={JSON.stringify(filters)} filters={filters} />
      {data && !query.isError ? (
        <section className={cn(ui.card, queueCss.root, query.isPlaceholderData && ui.stale)} aria-label={t.title}>
          {entries.length > 0 ? (
            <AuditTable entries={entries} filters={filters} />
          ) : (
            <Empty level={2} icon={ScrollText} title={filtered ? t.none : t.empty} hint={filtered ? t.noneHint : t.emptyHint} />
          )}
          <footer className={cn(queueCss.foot, css.foot)}>
            <span className={ui.tabular}>{t.shown(formatExact(entries.length))}</span>
            {before ? (
              <PathLink className={buttonClass({ size: 'sm' })} to="/moderation/audit" search={filters}>
                {t.newest}
              </PathLink>
            ) : null}
            {data.next ? (
              <PathLink className={buttonClass({ size: 'sm' })} to="/moderation/audit" search={{ ...filters, before: data.next }}>
                {t.older}
              </PathLink>
            ) : null}
            <span className={css.keys}>
              <kbd>J</kbd>
              <kbd>K</kbd>
              {t.keys.move}
              <kbd>Enter</kbd>
              {t.keys.open}
            </span>
          </footer>
        </section>
      ) : ApiError.is(query.error, 400) ? (
        <div className={ui.card}>
          <Empty level={2} icon={ScrollText} title={query.error.description} hint={t.noneHint} />
        </div>
      ) : query.isError ? (
        <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ItemBones count={8} />
      )}
    </>
  )
}
