import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, FileQuestion } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Bone, Empty, ErrorCard } from '@/components/ui/feedback'
import { cn } from '@/lib/cn'
import { formatBytes, formatExact } from '@/lib/format'
import { contentsText as t } from '@/lib/i18n/zh-Hans/contents'
import { contentsQueries } from '../api'
import { treeOf } from '../model/tree'
import type { ListProps } from './entry-list'
import { Tree } from './entry-tree'
import ui from '@/components/ui/ui.module.css'
import css from './contents.module.css'

/** The open entry: a text, or the entries of an archive inside. */
export function EntryView({ version, search, onSearch }: ListProps & { version: string }) {
  const { path, inside } = search
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a narrow window it stands below the list.
    if (path) box.current?.scrollIntoView({ block: 'nearest' })
  }, [path])
  return (
    <section ref={box} className={cn(ui.card, css.view)} aria-label={t.entry}>
      {path ? (
        <>
          <header className={css.head}>
            <h2 className={ui.break}>{path}</h2>
            {inside ? (
              <>
                <span className={cn(ui.small, ui.break)}>{t.inside(inside)}</span>
                <Button size="sm" kind="quiet" onClick={() => onSearch({ ...search, path: inside, inside: undefined })}>
                  <ArrowLeft className={ui.icon} aria-hidden />
                  {t.back}
                </Button>
              </>
            ) : null}
          </header>
          <Content version={version} search={search} onSearch={onSearch} />
        </>
      ) : (
        <Empty icon={FileQuestion} level={2} title={t.choose} hint={t.chooseHint} />
      )}
    </section>
  )
}

function Content({ version, search, onSearch }: ListProps & { version: string }) {
  const query = useQuery(contentsQueries.entry(version, search))
  const { data } = query
  if (!data) return query.isError ? <ErrorCard error={query.error} onRetry={() => void query.refetch()} /> : <Bone h={160} />
  if (data.problem) return <p className={css.note}>{data.problem}</p>
  if (data.total > 0)
    return (
      <div className={css.scroll}>
        <p className={css.note}>{t.innerOf(formatExact(data.total))}</p>
        <Tree
          folder={treeOf(data.entries ?? [])}
          chosen={undefined}
          onOpen={(entry) => onSearch({ ...search, inside: search.path, path: entry.path })}
        />
      </div>
    )
  if (data.text === null) return <p className={css.note}>{`${t.binary} ${formatBytes(data.size)}`}</p>
  return (
    <>
      {data.cut ? <p className={css.note}>{t.textCut}</p> : null}
      {data.text === '' ? <p className={css.note}>{t.emptyText}</p> : null}
      {/* A field, so that the keyboard reaches and scrolls it. */}
      <textarea className={css.text} readOnly spellCheck={false} wrap="off" aria-label={t.textOf(search.path ?? '')} value={data.text} />
    </>
  )
}
