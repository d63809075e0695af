import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Bone, ErrorCard, Loading } from '@/components/ui/feedback'
import { NativeSelect } from '@/components/ui/native-select'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatDateTime, formatExact } from '@/lib/format'
import { wikiText } from '@/lib/i18n/zh-Hans/wiki'
import { wikiHistoryText as t } from '@/lib/i18n/zh-Hans/wiki-history'
import { wikiQueries, type Change } from '../api'
import type { WikiSearch } from '../search'
import { wikiOf } from '../links'
import type { PartViewMode } from '../model/views'
import { TextChange } from './text-change'
import { ViewChoice } from './view-choice'
import ui from '@/components/ui/ui.module.css'
import css from './history.module.css'

/** What a change did to the text of a page; without it there is no edition. */
const writes = (change: Change, page: string) =>
  change.pages.some((part) => part.page === page && part.ops.some((op) => op === 'written' || op === 'added'))

type EditionCompareProps = { project: ProjectPage; page: string; changes: readonly Change[]; search: WikiSearch }

/** Two editions of a page beside each other. */
export function EditionCompare({ project, page, changes, search }: EditionCompareProps) {
  const navigate = useNavigate()
  const [mode, setMode] = useState<PartViewMode>('side')
  const written = changes.filter((change) => writes(change, page))
  const to = search.to ?? written[0]?.id ?? ''
  const from = search.from ?? written[written.findIndex(({ id }) => id === to) + 1]?.id ?? written.at(-1)?.id ?? ''
  const chosen = search.from !== undefined || search.to !== undefined
  const before = useQuery({ ...wikiQueries.edition(project.id, page, from), enabled: chosen && from !== '' })
  const after = useQuery({ ...wikiQueries.edition(project.id, page, to), enabled: chosen && to !== '' })
  if (written.length < 2 && !chosen) return null
  const options = written.map((change) => ({
    value: change.id,
    label: t.option(wikiText.number(formatExact(change.number)), formatDateTime(change.at), change.author?.username ?? t.erased),
  }))
  const go = (next: WikiSearch) =>
    void navigate({
      ...wikiOf(project, 'history'),
      search: { ...search, from, to, ...next },
      replace: true,
      resetScroll: false,
    })
  const failed = [before, after].find((query) => query.isError)
  return (
    <section className={ui.card} aria-label={t.compare}>
      <div className={css.compare}>
        <h3>{t.compare}</h3>
        <NativeSelect
          className={css.edition ?? ''}
          size="sm"
          label={t.older}
          value={from}
          options={options}
          onValue={(value) => go({ from: value })}
        />
        <NativeSelect
          className={css.edition ?? ''}
          size="sm"
          label={t.newerSide}
          value={to}
          options={options}
          onValue={(value) => go({ to: value })}
        />
        {chosen ? (
          <ViewChoice mode={mode} onMode={setMode} />
        ) : (
          <Button size="sm" onClick={() => go({})}>
            {t.show}
          </Button>
        )}
      </div>
      {!chosen ? null : failed ? (
        <ErrorCard error={failed.error} onRetry={() => void failed.refetch()} />
      ) : !before.data || !after.data ? (
        <Loading className={cn(ui.cardPad, ui.pile)}>
          <Bone h={160} />
        </Loading>
      ) : before.data.erased || after.data.erased ? (
        <p className={css.note}>{t.erasedText}</p>
      ) : (
        <TextChange title={t.compare} before={before.data.body} after={after.data.body} mode={mode} />
      )}
    </section>
  )
}
